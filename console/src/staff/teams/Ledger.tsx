// The money of a team, entry by entry, newest first.
import { LEDGER_KINDS, type LedgerRow } from '@godwit/contract/staffTeams';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatInstant, formatPrice, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { ledgerQuery } from '../api/teams.ts';
import lists from '../lists/lists.module.css';
import { PagedList } from '../lists/PagedList.tsx';
import { useListState } from '../lists/useListState.ts';
import { Part } from '../shell/Part.tsx';
import classes from './TeamPage.module.css';

/** Money that came in has a plus, so that both directions show. */
export const formatSigned = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : ''}${formatPrice(amount, currency)}`;

export function Ledger({ teamId, currency }: { teamId: string; currency: string }) {
  const t = useText();
  const { filter, page, size, change } = useListState({ kind: '' }, 'ledger-');
  const kind = LEDGER_KINDS.find((one) => one === filter.kind);
  const ledger = useQuery(ledgerQuery(teamId, { kind, page, size }));
  const columns: Column<LedgerRow>[] = [
    {
      id: 'at',
      head: t('staff.ledger.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={formatUtc(at)}>
          {formatInstant(at)}
        </time>
      ),
      muted: true,
      width: '22%',
    },
    {
      id: 'kind',
      head: t('staff.ledger.kind'),
      cell: (row) => t(`staff.ledger.${row.kind}`),
      width: '15%',
    },
    { id: 'about', head: t('staff.ledger.about'), cell: (row) => <About row={row} /> },
    {
      id: 'amount',
      head: t('staff.ledger.amount'),
      cell: ({ amount }) => (
        <span className={amount > 0 ? classes.added : ''}>{formatSigned(amount, currency)}</span>
      ),
      align: 'right',
      width: '20%',
    },
  ];
  return (
    <Part heading={t('staff.ledger.title')}>
      <div className={lists.filters}>
        <Select
          aria-label={t('staff.ledger.kind')}
          data={[
            { value: '', label: t('staff.ledger.all') },
            ...LEDGER_KINDS.map((one) => ({ value: one, label: t(`staff.ledger.${one}`) })),
          ]}
          value={kind ?? ''}
          onChange={(value) => change({ kind: value ?? '' })}
          allowDeselect={false}
        />
      </div>
      <PagedList
        label={t('staff.ledger.title')}
        list={ledger}
        paging={{ page, size, change }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t(kind ? 'staff.list.noMatch' : 'staff.ledger.empty')}
      />
    </Part>
  );
}

/** Why money moved: the reason given, or the project and day whose messages it paid for. */
function About({ row: { reason, project, day } }: { row: LedgerRow }) {
  const t = useText();
  if (reason) return <div className={classes.words}>{reason}</div>;
  if (!project) return t('staff.none');
  return (
    <span className={lists.cut} title={project.name}>
      {day ? t('staff.ledger.day', { project: project.name, day: formatDay(`${day}T00:00`) }) : project.name}
    </span>
  );
}
