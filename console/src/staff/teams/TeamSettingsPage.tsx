// The projects and two-way numbers of a team, and opt-outs on request, at `/staff/teams/{id}/settings`.
import type { StaffTeam } from '@godwit/contract/staff/teams';
import { Stack } from '@mantine/core';
import { formatDay, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, Cut, DataTable, Lines, stackOf } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackLead } from '../shell/StaffPage.tsx';
import { TeamNumbers } from './TeamNumbers.tsx';
import { useTeam } from './useTeam.ts';

type Project = StaffTeam['projects'][number];

export default function TeamSettingsPage() {
  const team = useTeam();
  return (
    <Stack gap={40}>
      <Projects team={team} />
      <TeamNumbers team={team} />
    </Stack>
  );
}

function Projects({ team: { projects, currency } }: { team: StaffTeam }) {
  const t = useText();
  const sendersOf = ({ senders }: Project) => senders.join(', ') || t('field.none');
  const columns: Column<Project>[] = [
    {
      id: 'name',
      head: t('field.name'),
      cell: ({ name }) => <Cut title={name} />,
      width: '30%',
    },
    {
      id: 'senders',
      head: t('field.senderIds'),
      cell: (project) => <Lines>{sendersOf(project)}</Lines>,
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
      cell: ({ daily_limit: limit }) => (limit === null ? t('field.none') : formatPrice(limit, currency)),
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
  const [, senders, ...rest] = columns;
  const restOf = stackOf<Project>([{ ...senders!, cell: sendersOf }, ...rest]);
  return (
    <Section title={t('field.projects')}>
      <DataTable
        label={t('field.projects')}
        columns={columns}
        stacked={(project) => (
          <>
            <StackLead>{project.name}</StackLead>
            {restOf(project)}
          </>
        )}
        rows={projects}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('staff.team.noProjects')} />}
      />
    </Section>
  );
}
