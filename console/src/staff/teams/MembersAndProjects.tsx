// Who is in a team, and what it sends from.
import type { StaffTeam } from '@godwit/contract/staffTeams';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDay, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import lists from '../lists/lists.module.css';
import { useHere } from '../lists/useBack.ts';
import { staffPaths } from '../paths.ts';
import { Part } from '../shell/Part.tsx';
import classes from './TeamPage.module.css';

type Member = StaffTeam['members'][number];
type Project = StaffTeam['projects'][number];

export function Members({ members }: { members: Member[] }) {
  const t = useText();
  const here = useHere();
  const columns: Column<Member>[] = [
    {
      id: 'name',
      head: t('staff.teams.name'),
      cell: ({ id, name }) => (
        <Anchor
          component={Link}
          to={staffPaths.user(id)}
          state={here}
          className={lists.cut ?? ''}
          title={name}
        >
          {name}
        </Anchor>
      ),
      width: '30%',
    },
    { id: 'email', head: t('staff.team.email'), cell: ({ email }) => email },
    {
      id: 'role',
      head: t('staff.team.role'),
      cell: ({ role }) => t(`staff.role.team.${role}`),
      width: '15%',
    },
    {
      id: 'joined',
      head: t('staff.team.joined'),
      cell: (row) => formatDay(row.joined_at),
      muted: true,
      width: '15%',
    },
  ];
  return (
    <Part heading={t('staff.team.members')}>
      <DataTable
        label={t('staff.team.members')}
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('staff.team.noMembers')} />}
      />
    </Part>
  );
}

export function Projects({ team: { projects, currency } }: { team: StaffTeam }) {
  const t = useText();
  const columns: Column<Project>[] = [
    {
      id: 'name',
      head: t('staff.teams.name'),
      cell: ({ name }) => (
        <span className={lists.cut} title={name}>
          {name}
        </span>
      ),
      width: '30%',
    },
    {
      id: 'senders',
      head: t('staff.team.senders'),
      cell: ({ senders }) => <div className={classes.words}>{senders.join(', ') || t('staff.none')}</div>,
    },
    {
      id: 'timezone',
      head: t('staff.team.timezone'),
      cell: ({ timezone }) => timezone,
      muted: true,
      width: '15%',
    },
    {
      id: 'limit',
      head: t('staff.team.dailyLimit'),
      cell: ({ daily_limit: limit }) => (limit === null ? t('staff.none') : formatPrice(limit, currency)),
      align: 'right',
      width: '15%',
    },
    {
      id: 'created',
      head: t('staff.team.created'),
      cell: (row) => formatDay(row.created_at),
      muted: true,
      width: '15%',
    },
  ];
  return (
    <Part heading={t('staff.team.projects')}>
      <DataTable
        label={t('staff.team.projects')}
        columns={columns}
        rows={projects}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('staff.team.noProjects')} />}
      />
    </Part>
  );
}
