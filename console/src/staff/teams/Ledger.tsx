// The ledger of a team, newest entry first.
import { LEDGER_KINDS, type LedgerRow } from '@godwit/contract/staff/teams';
import { Box, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parsePage, useAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { formatDay } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { type Column, Cut, Lines } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { ledgerQuery } from '../api/teams.ts';
import { formatSigned } from '../shell/formatSigned.ts';
import { StackLead } from '../shell/StaffPage.tsx';

const parse = (params: URLSearchParams) => ({
  kind: oneOf(LEDGER_KINDS, params.get('kind')),
  ...parsePage(params),
});

export function Ledger({ teamId, currency }: { teamId: string; currency: string }) {
  const t = useText();
  const { state, change } = useAddress(parse, { prefix: 'ledger-' });
  const ledger = useQuery(ledgerQuery(teamId, state));
  const columns: Column<LedgerRow>[] = [
    {
      id: 'at',
      head: t('field.date'),
      cell: ({ at }) => <Moment instant={at} />,
      muted: true,
      width: '22%',
    },
    {
      id: 'kind',
      head: t('staff.kind'),
      cell: (row) => t(`staff.ledger.${row.kind}`),
      width: '15%',
    },
    { id: 'about', head: t('staff.ledger.about'), cell: (row) => <About row={row} /> },
    {
      id: 'amount',
      head: t('staff.ledger.amount'),
      cell: ({ amount }) => <Amount amount={amount} currency={currency} />,
      align: 'right',
      width: '20%',
    },
  ];
  return (
    <Section title={t('staff.ledger.title')}>
      <Filters>
        <Select
          aria-label={t('staff.kind')}
          data={[
            { value: '', label: t('staff.ledger.all') },
            ...LEDGER_KINDS.map((one) => ({ value: one, label: t(`staff.ledger.${one}`) })),
          ]}
          value={state.kind ?? ''}
          onChange={(value) => change({ kind: oneOf(LEDGER_KINDS, value) })}
        />
      </Filters>
      <List
        label={t('staff.ledger.title')}
        found={ledger}
        paging={{ state, change }}
        columns={columns}
        stacked={(row) => (
          <>
            <StackLead end={<Amount amount={row.amount} currency={currency} />}>
              {t(`staff.ledger.${row.kind}`)}
            </StackLead>
            <Box style={{ overflowWrap: 'anywhere' }}>{aboutOf(row, t)}</Box>
            <Text c="dimmed">
              <Moment instant={row.at} />
            </Text>
          </>
        )}
        rowKey={({ id }) => id}
        empty={t(state.kind ? 'staff.list.noMatch' : 'staff.ledger.empty')}
      />
    </Section>
  );
}

function Amount({ amount, currency }: { amount: number; currency: string }) {
  return (
    <Text span inherit fw={600} c={amount > 0 ? 'var(--success)' : 'inherit'}>
      {formatSigned(amount, currency)}
    </Text>
  );
}

/** The reason of an entry: a text, or the project and the day whose messages it paid for. */
function aboutOf({ reason, project, day }: LedgerRow, t: Translate): string {
  if (reason) return reason;
  if (!project) return t('field.none');
  return day
    ? t('staff.ledger.day', { project: project.name, day: formatDay(`${day}T00:00`) })
    : project.name;
}

function About({ row }: { row: LedgerRow }) {
  const t = useText();
  const text = aboutOf(row, t);
  return row.reason ? <Lines>{text}</Lines> : <Cut title={text} />;
}
