// People with an account, at `/staff/users`, with a search by name, email or id.
import type { StaffUserRow } from '@godwit/contract/staff/teams';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters, List } from '../../components/list/List.tsx';
import { parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { formatDay } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { type Column, Cut } from '../../ui/DataTable.tsx';
import { foundQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { Search, StaffPage, useHere } from '../shell/StaffPage.tsx';
import { EmailState } from '../shell/states.tsx';
import { staffUser } from '../userText.ts';

function UsersPage() {
  const t = useText();
  const here = useHere();
  const { state, change } = useAddress(parseSearch);
  const found = useQuery(foundQuery('GET /users', state));
  const columns: Column<StaffUserRow>[] = [
    {
      id: 'name',
      head: t('field.name'),
      cell: ({ name }) => (
        <strong>
          <Cut title={name} />
        </strong>
      ),
      width: '25%',
    },
    {
      id: 'email',
      head: t('field.email'),
      cell: ({ email }) => <Cut title={email} />,
    },
    {
      id: 'state',
      head: t('staff.user.emailState'),
      cell: (row) => <EmailState isConfirmed={row.email_verified} />,
    },
    {
      id: 'teams',
      head: t('staff.nav.teams'),
      cell: (row) => <Cut title={row.teams.map(({ name }) => name).join(', ')}>{teamNames(row, t)}</Cut>,
    },
    {
      id: 'joined',
      head: t('staff.users.joined'),
      cell: (row) => formatDay(row.created_at),
      muted: true,
    },
  ];
  return (
    <StaffPage title={t('staff.nav.users')}>
      <Filters>
        <Search hint={t('staff.users.search')} state={state} change={change} />
      </Filters>
      <List
        label={t('staff.nav.users')}
        found={found}
        paging={{ state, change }}
        columns={columns}
        rowKey={({ id }) => id}
        stacked={(row) => (
          <>
            <Text fw={600}>{row.name}</Text>
            <Text c="dimmed">{row.email}</Text>
            <Group justify="space-between" gap="4px 16px">
              <EmailState isConfirmed={row.email_verified} />
              <Text span c="dimmed">
                {teamNames(row, t)}
              </Text>
            </Group>
          </>
        )}
        link={({ id }) => ({ to: staffPaths.user(id), state: here })}
        rowLabel={({ name, email }) => t('staff.teams.row', { name, owner: email })}
        empty={t(state.q ? 'staff.list.noMatch' : 'staff.list.empty')}
      />
    </StaffPage>
  );
}

/** The first team and the number of others. */
const teamNames = ({ teams }: StaffUserRow, t: Translate): string =>
  t('staff.users.teamCount', { count: teams.length, first: teams[0]?.name ?? '', more: teams.length - 1 });

export default withTexts(UsersPage, staffUser);
