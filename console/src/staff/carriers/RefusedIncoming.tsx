// Refused incoming messages, counted by number, and accepted ones that cannot be stored.
import type { StaffIncoming } from '@godwit/contract/staff/incoming';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { List } from '../../components/list/List.tsx';
import { parsePage, useAddress } from '../../components/list/useAddress.ts';
import { formatCount, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { refusedQuery } from '../api/incoming.ts';
import { StackLead } from '../shell/StaffPage.tsx';

type Row = StaffIncoming['results'][number];

export function RefusedIncoming() {
  const t = useText();
  const { state, change } = useAddress(parsePage, { prefix: 'refused-' });
  const found = useQuery(refusedQuery(state));
  const numberOf = ({ number }: Row) => number || t('staff.refused.others');
  const columns: Column<Row>[] = [
    { id: 'number', head: t('staff.refused.number'), cell: numberOf, width: '20%' },
    { id: 'reason', head: t('field.reason'), cell: ({ reason }) => t(`staff.refused.${reason}`) },
    { id: 'link', head: t('staff.refused.link'), cell: (row) => row.link_id, muted: true },
    { id: 'from', head: t('staff.refused.from'), cell: ({ from }) => from, muted: true },
    {
      id: 'count',
      head: t('staff.refused.count'),
      cell: ({ count }) => formatCount(count),
      align: 'right',
      width: '10%',
    },
    {
      id: 'last',
      head: t('staff.refused.last'),
      cell: (row) => formatInstant(row.last_at),
      muted: true,
      width: '20%',
    },
  ];
  const setAside = found.data?.set_aside;
  return (
    <Section title={t('staff.refused.title')}>
      {setAside ? (
        <Text mb={16} c="var(--warning)" style={{ overflowWrap: 'anywhere' }}>
          {t('staff.refused.setAside', {
            count: setAside.count,
            at: formatInstant(setAside.received_at),
            reason: setAside.reason,
          })}
        </Text>
      ) : null}
      <List
        label={t('staff.refused.title')}
        found={found}
        {...(found.data?.total ? { paging: { state, change } } : {})}
        columns={columns}
        stacked={(row) => (
          <>
            <StackLead end={formatCount(row.count)}>{numberOf(row)}</StackLead>
            <Text>{t(`staff.refused.${row.reason}`)}</Text>
            <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {row.from} · {row.link_id} · {formatInstant(row.last_at)}
            </Text>
          </>
        )}
        rowKey={(row) => `${row.link_id} ${row.number} ${row.reason}`}
        empty={t('staff.refused.empty')}
      />
    </Section>
  );
}
