// The carrier's ids of a message's parts, with their outcomes.
import type { MessageTrace } from '@godwit/contract/staff/operations';
import { Group, Text } from '@mantine/core';
import { Moment } from '../../components/Moment.tsx';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackLead } from '../shell/StaffPage.tsx';

/** Ids of carriers can be long. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

type Ref = MessageTrace['refs'][number];

export function Refs({ refs }: { refs: Ref[] }) {
  const t = useText();
  const outcome = (of: Ref['outcome']): TextId => (of ? `staff.trace.${of}` : 'staff.trace.noReceipt');
  const columns: Column<Ref>[] = [
    {
      id: 'part',
      head: t('staff.trace.part'),
      cell: ({ part, parts }) => t('staff.trace.partOf', { part, parts }),
    },
    { id: 'link', head: t('staff.trace.link'), cell: ({ link }) => link },
    {
      id: 'id',
      head: t('staff.trace.carrierId'),
      cell: (ref) => <span className="mono">{ref.carrier_id}</span>,
    },
    { id: 'outcome', head: t('staff.trace.outcome'), cell: (ref) => t(outcome(ref.outcome)) },
    {
      id: 'at',
      head: t('staff.trace.at'),
      cell: ({ at }) => <Moment instant={at} />,
    },
  ];
  return (
    <Section title={t('staff.trace.refs')}>
      <DataTable
        label={t('staff.trace.refs')}
        columns={columns}
        stacked={(ref) => (
          <>
            <StackLead
              end={`${t('staff.trace.part')} ${t('staff.trace.partOf', { part: ref.part, parts: ref.parts })}`}
            >
              {t(outcome(ref.outcome))}
            </StackLead>
            <Text className="mono" style={BREAKS}>
              {ref.carrier_id}
            </Text>
            <Group justify="space-between" gap="0 12px" c="dimmed">
              {ref.link}
              <Moment instant={ref.at} />
            </Group>
          </>
        )}
        rows={refs}
        rowKey={({ link, carrier_id: id }) => `${link} ${id}`}
      />
    </Section>
  );
}
