// Teams, at `/staff/teams`, with a search by name, person, project or id.
import type { StaffTeamRow } from '@godwit/contract/staff/teams';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters, List } from '../../components/list/List.tsx';
import { parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { formatDay, formatDisplayed } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, Cut } from '../../ui/DataTable.tsx';
import { foundQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { Search, StaffPage, useHere } from '../shell/StaffPage.tsx';
import { TeamState } from '../shell/states.tsx';

export default function TeamsPage() {
  const t = useText();
  const here = useHere();
  const { state, change } = useAddress(parseSearch);
  const found = useQuery(foundQuery('GET /teams', state));
  const columns: Column<StaffTeamRow>[] = [
    {
      id: 'name',
      head: t('field.name'),
      cell: ({ name }) => (
        <strong>
          <Cut title={name} />
        </strong>
      ),
    },
    {
      id: 'owner',
      head: t('role.OWNER'),
      cell: ({ owner_email: owner }) => <Cut title={owner ?? t('field.none')} />,
    },
    {
      id: 'region',
      head: t('field.region'),
      cell: (row) => t(`region.${row.region_code}`),
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
      cell: (row) => formatDisplayed(row.display_balance, row.currency),
      align: 'right',
    },
    { id: 'state', head: t('staff.teams.state'), cell: (row) => <TeamState {...row} /> },
  ];
  return (
    <StaffPage title={t('staff.nav.teams')}>
      <Filters>
        <Search hint={t('staff.teams.search')} state={state} change={change} />
      </Filters>
      <List
        label={t('staff.nav.teams')}
        found={found}
        paging={{ state, change }}
        columns={columns}
        rowKey={({ id }) => id}
        stacked={(row) => <StackedTeam row={row} />}
        link={({ id }) => ({ to: staffPaths.team(id), state: here })}
        rowLabel={({ name, owner_email: owner }) =>
          t('staff.teams.row', { name, owner: owner ?? t('field.none') })
        }
        empty={t(state.q ? 'staff.list.noMatch' : 'staff.list.empty')}
      />
    </StaffPage>
  );
}

function StackedTeam({ row }: { row: StaffTeamRow }) {
  const t = useText();
  return (
    <>
      <Text fw={600}>{row.name}</Text>
      <Text c="dimmed">{row.owner_email ?? t('field.none')}</Text>
      <Group justify="space-between" gap="4px 16px">
        <TeamState {...row} />
        {formatDisplayed(row.display_balance, row.currency)}
      </Group>
    </>
  );
}
