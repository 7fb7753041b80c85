// People with an account, found by name, e-mail or id, at `/staff/users`.
import type { StaffUserRow } from '@godwit/contract/staffTeams';
import { useQuery } from '@tanstack/react-query';
import { SearchField } from '../../components/SearchField.tsx';
import { formatDay } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { usersQuery } from '../api/teams.ts';
import lists from '../lists/lists.module.css';
import { PagedList } from '../lists/PagedList.tsx';
import { useListState } from '../lists/useListState.ts';
import { staffPaths } from '../paths.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { EmailState } from './EmailState.tsx';

export default function UsersPage() {
  const t = useText();
  const { filter, page, size, change } = useListState({ q: '' });
  const found = useQuery(usersQuery({ ...filter, page, size }));
  const columns: Column<StaffUserRow>[] = [
    {
      id: 'name',
      head: t('staff.users.name'),
      cell: ({ name }) => (
        <strong className={lists.cut} title={name}>
          {name}
        </strong>
      ),
      width: '25%',
    },
    {
      id: 'email',
      head: t('staff.users.email'),
      cell: ({ email }) => (
        <span className={lists.cut} title={email}>
          {email}
        </span>
      ),
    },
    {
      id: 'state',
      head: t('staff.user.emailState'),
      cell: (row) => <EmailState isConfirmed={row.email_verified} />,
    },
    {
      id: 'teams',
      head: t('staff.users.teams'),
      cell: (row) => (
        <span className={lists.cut} title={row.teams.map(({ name }) => name).join(', ')}>
          <TeamNames teams={row.teams} />
        </span>
      ),
    },
    {
      id: 'joined',
      head: t('staff.users.joined'),
      cell: (row) => formatDay(row.created_at),
      muted: true,
    },
  ];
  return (
    <StaffPage title={t('staff.users.title')}>
      <search className={lists.filters}>
        <SearchField
          className={lists.search ?? ''}
          hint={t('staff.users.search')}
          q={filter.q}
          onSearch={(q) => change({ q })}
        />
      </search>
      <PagedList
        label={t('staff.users.title')}
        list={found}
        paging={{ page, size, change }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t(filter.q ? 'staff.list.noMatch' : 'staff.list.empty')}
        leading={{
          to: ({ id }) => staffPaths.user(id),
          label: ({ name, email }) => t('staff.teams.row', { name, owner: email }),
          stacked: (row) => (
            <>
              <span className={lists.first}>{row.name}</span>
              <span className={lists.second}>{row.email}</span>
              <span className={lists.line}>
                <EmailState isConfirmed={row.email_verified} />
                <span className={lists.second}>
                  <TeamNames teams={row.teams} />
                </span>
              </span>
            </>
          ),
        }}
      />
    </StaffPage>
  );
}

/** The first team by name, and how many more there are. */
function TeamNames({ teams }: { teams: StaffUserRow['teams'] }) {
  const t = useText();
  return t('staff.users.teamCount', {
    count: teams.length,
    first: teams[0]?.name ?? '',
    more: teams.length - 1,
  });
}
