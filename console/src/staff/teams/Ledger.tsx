// The money of a team, entry by entry, newest first.
import { LEDGER_KINDS, type LedgerRow } from '@godwit/contract/staffTeams';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oneOf, parsePage } from '../../components/address.ts';
import { Filters, List } from '../../components/List.tsx';
import { Moment } from '../../components/Moment.tsx';
import { useAddress } from '../../components/useAddress.ts';
import { formatDay, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, Cut, Lines } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { ledgerQuery } from '../api/teams.ts';

/** Money that came in has a plus, so that both directions show. */
export const formatSigned = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : ''}${formatPrice(amount, currency)}`;

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
      cell: ({ amount }) => (
        <Text span inherit c={amount > 0 ? 'var(--success)' : 'inherit'}>
          {formatSigned(amount, currency)}
        </Text>
      ),
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
        rowKey={({ id }) => id}
        empty={t(state.kind ? 'staff.list.noMatch' : 'staff.ledger.empty')}
      />
    </Section>
  );
}

/** Why money moved: the reason given, or the project and day whose messages it paid for. */
function About({ row: { reason, project, day } }: { row: LedgerRow }) {
  const t = useText();
  if (reason) return <Lines>{reason}</Lines>;
  if (!project) return t('field.none');
  return (
    <Cut title={project.name}>
      {day ? t('staff.ledger.day', { project: project.name, day: formatDay(`${day}T00:00`) }) : project.name}
    </Cut>
  );
}
