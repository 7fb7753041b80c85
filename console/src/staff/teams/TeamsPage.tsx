// Teams, found by their name, people, projects or id, at `/staff/teams`.
import type { StaffTeamRow } from '@godwit/contract/staffTeams';
import { useQuery } from '@tanstack/react-query';
import { SearchField } from '../../components/SearchField.tsx';
import { formatDay, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { teamsQuery } from '../api/teams.ts';
import lists from '../lists/lists.module.css';
import { PagedList } from '../lists/PagedList.tsx';
import { useListState } from '../lists/useListState.ts';
import { staffPaths } from '../paths.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { TeamState } from './TeamState.tsx';

export default function TeamsPage() {
  const t = useText();
  const { filter, page, size, change } = useListState({ q: '' });
  const found = useQuery(teamsQuery({ ...filter, page, size }));
  const columns: Column<StaffTeamRow>[] = [
    {
      id: 'name',
      head: t('staff.teams.name'),
      cell: ({ name }) => (
        <strong className={lists.cut} title={name}>
          {name}
        </strong>
      ),
    },
    {
      id: 'owner',
      head: t('staff.teams.owner'),
      cell: ({ owner_email: owner }) => (
        <span className={lists.cut} title={owner ?? ''}>
          {owner ?? t('staff.none')}
        </span>
      ),
    },
    {
      id: 'region',
      head: t('staff.review.region'),
      cell: (row) => t(`staff.region.${row.region_code}`),
      muted: true,
    },
    {
      id: 'created',
      head: t('staff.team.created'),
      cell: (row) => formatDay(row.created_at),
      muted: true,
    },
    {
      id: 'balance',
      head: t('staff.teams.balance'),
      cell: ({ balance, currency }) => formatPrice(balance, currency),
      align: 'right',
    },
    { id: 'state', head: t('staff.teams.state'), cell: (row) => <TeamState {...row} /> },
  ];
  return (
    <StaffPage title={t('staff.teams.title')}>
      <search className={lists.filters}>
        <SearchField
          className={lists.search ?? ''}
          hint={t('staff.teams.search')}
          q={filter.q}
          onSearch={(q) => change({ q })}
        />
      </search>
      <PagedList
        label={t('staff.teams.title')}
        list={found}
        paging={{ page, size, change }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t(filter.q ? 'staff.list.noMatch' : 'staff.list.empty')}
        leading={{
          to: ({ id }) => staffPaths.team(id),
          label: ({ name, owner_email: owner }) =>
            t('staff.teams.row', { name, owner: owner ?? t('staff.none') }),
          stacked: (row) => <StackedTeam row={row} />,
        }}
      />
    </StaffPage>
  );
}

function StackedTeam({ row }: { row: StaffTeamRow }) {
  const t = useText();
  return (
    <>
      <span className={lists.first}>{row.name}</span>
      <span className={lists.second}>{row.owner_email ?? t('staff.none')}</span>
      <span className={lists.line}>
        <TeamState {...row} />
        {formatPrice(row.balance, row.currency)}
      </span>
    </>
  );
}
