// The messages of a team's projects, with masked texts, at `/staff/teams/{id}/messages`.
import { MODES } from '@godwit/contract/messages/statuses';
import type { StaffMessageRow, StaffTeam } from '@godwit/contract/staff/teams';
import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { formatCount } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, Cut } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { teamMessagesQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { Search, StackLead, StaffId } from '../shell/StaffPage.tsx';
import { useTeam } from './useTeam.ts';

export default function TeamMessagesPage() {
  const t = useText();
  const { id, projects } = useTeam();
  if (projects.length > 0) return <Messages teamId={id} projects={projects} />;
  return (
    <Card>
      <EmptyState text={t('staff.team.noProjects')} />
    </Card>
  );
}

function Messages({ teamId, projects }: { teamId: string; projects: StaffTeam['projects'] }) {
  const t = useText();
  const first = projects[0]?.id ?? '';
  const { state, change } = useAddress(
    (params) => ({
      project: params.get('project') ?? first,
      mode: oneOf(MODES, params.get('mode')) ?? 'LIVE',
      ...parseSearch(params),
    }),
    { prefix: 'messages-' },
  );
  const { project, ...filter } = state;
  const messages = useQuery(teamMessagesQuery(teamId, { projectId: project, ...filter }));
  const columns = useColumns();
  return (
    <Section title={t('field.messages')}>
      <Filters>
        <Select
          aria-label={t('field.project')}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={project}
          onChange={(next) => change({ project: next ?? first })}
        />
        <SegmentedControl
          aria-label={t('field.mode')}
          data={[
            { value: 'LIVE', label: t('mode.live') },
            { value: 'TEST', label: t('mode.test') },
          ]}
          value={state.mode}
          onChange={(next) => change({ mode: oneOf(MODES, next) ?? 'LIVE' })}
        />
        <Search hint={t('logs.searchHint')} state={state} change={change} />
      </Filters>
      <List
        label={t('field.messages')}
        found={messages}
        paging={{ state, change }}
        columns={columns}
        stacked={(row) => <StackedMessage row={row} />}
        rowKey={({ id }) => id}
        empty={t(state.q ? 'staff.list.noMatch' : 'staff.messages.empty')}
      />
    </Section>
  );
}

function StackedMessage({ row }: { row: StaffMessageRow }) {
  const t = useText();
  const readable = useReadableNumber();
  return (
    <>
      <StackLead end={<StatusPill status={row.status} />}>{readable(row.to)}</StackLead>
      <Group justify="space-between" gap="0 12px">
        <span>{readable(row.from)}</span>
        <Text span c="dimmed">
          <Moment instant={row.accepted_at} />
        </Text>
      </Group>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {row.masked_body}
      </Text>
      <Group justify="space-between" gap="0 12px">
        <StaffId id={row.id} to={staffPaths.traceOf(row.id)} copy={t('logs.copyId')} />
        <Text span c="dimmed">
          {t('logs.count', { count: row.segments })}
        </Text>
      </Group>
    </>
  );
}

function useColumns(): Column<StaffMessageRow>[] {
  const t = useText();
  const readable = useReadableNumber();
  return [
    {
      id: 'at',
      head: t('field.date'),
      cell: ({ accepted_at: at }) => <Moment instant={at} />,
      muted: true,
    },
    { id: 'from', head: t('field.from'), cell: ({ from }) => readable(from) },
    { id: 'to', head: t('field.to'), cell: ({ to }) => readable(to) },
    {
      id: 'text',
      head: t('staff.messages.text'),
      cell: (row) => <Cut title={row.masked_body} />,
      muted: true,
    },
    {
      id: 'id',
      head: t('field.messageId'),
      cell: ({ id }) => <StaffId id={id} to={staffPaths.traceOf(id)} copy={t('logs.copyId')} />,
    },
    {
      id: 'segments',
      head: t('field.segments'),
      cell: ({ segments }) => formatCount(segments),
      align: 'right',
    },
    { id: 'status', head: t('field.status'), cell: ({ status }) => <StatusPill status={status} /> },
  ];
}
