// Incoming messages that carriers were told not to be taken, counted by number, and those that were taken and cannot be stored.
import type { StaffIncoming } from '@godwit/contract/staffIncoming';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { formatCount, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable, stackOf } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { refusedQuery } from '../api/incoming.ts';
import { StackLead } from '../shell/StaffPage.tsx';

type Row = StaffIncoming['refused'][number];

export function RefusedIncoming() {
  const t = useText();
  const { data, error, refetch } = useQuery(refusedQuery);
  const columns: Column<Row>[] = [
    { id: 'number', head: t('staff.refused.number'), cell: ({ number }) => number, width: '20%' },
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
  const [, ...rest] = columns;
  const restOf = stackOf<Row>(rest);
  const setAside = data?.set_aside[0];
  return (
    <Section title={t('staff.refused.title')}>
      {setAside ? (
        <Text mb={16} c="var(--warning)" style={{ overflowWrap: 'anywhere' }}>
          {t('staff.refused.setAside', {
            count: data.set_aside.length,
            at: formatInstant(setAside.received_at),
            reason: setAside.reason,
          })}
        </Text>
      ) : null}
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('staff.refused.title')}
          columns={columns}
          stacked={(row) => (
            <>
              <StackLead>{row.number}</StackLead>
              {restOf(row)}
            </>
          )}
          rows={data?.refused}
          skeletonRows={2}
          rowKey={(row) => `${row.link_id} ${row.number} ${row.reason}`}
          empty={<EmptyState text={t('staff.refused.empty')} />}
        />
      )}
    </Section>
  );
}
