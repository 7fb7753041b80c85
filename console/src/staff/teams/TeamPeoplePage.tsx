// The members of a team, at `/staff/teams/{id}/people`.
import type { StaffTeam } from '@godwit/contract/staff/teams';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDay } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, Cut, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { staffPaths } from '../paths.ts';
import { StackLead, useHere } from '../shell/StaffPage.tsx';
import { useTeam } from './useTeam.ts';

type Member = StaffTeam['members'][number];

export default function TeamPeoplePage() {
  const { members } = useTeam();
  const t = useText();
  const here = useHere();
  const linkOf = ({ id, name }: Member) => (
    <Anchor component={Link} to={staffPaths.user(id)} state={here}>
      {name}
    </Anchor>
  );
  const columns: Column<Member>[] = [
    {
      id: 'name',
      head: t('field.name'),
      cell: (member) => <Cut title={member.name}>{linkOf(member)}</Cut>,
      width: '30%',
    },
    { id: 'email', head: t('field.email'), cell: ({ email }) => email },
    {
      id: 'role',
      head: t('field.role'),
      cell: ({ role }) => t(`role.${role}`),
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
    <Section title={t('field.members')}>
      <DataTable
        label={t('field.members')}
        columns={columns}
        stackBelow="48em"
        stacked={(member) => (
          <>
            <StackLead end={t(`role.${member.role}`)}>{linkOf(member)}</StackLead>
            <Group justify="space-between" gap="0 12px" c="dimmed">
              <Text span style={{ overflowWrap: 'anywhere' }}>
                {member.email}
              </Text>
              {formatDay(member.joined_at)}
            </Group>
          </>
        )}
        rows={members}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('staff.team.noMembers')} />}
      />
    </Section>
  );
}
