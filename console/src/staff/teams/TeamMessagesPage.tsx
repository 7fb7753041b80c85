// The messages of a team's projects, with masked texts, at `/staff/teams/{id}/messages`.
import { MODES } from '@godwit/contract/messages/statuses';
import type { StaffMessageRow, StaffTeam } from '@godwit/contract/staff/teams';
import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { formatCount, shortId } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, Cut } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { teamMessagesQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { Search, StackLead, useHere } from '../shell/StaffPage.tsx';
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
  const here = useHere();
  const readable = useReadableNumber();
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
        link={({ id }) => ({ to: staffPaths.traceOf(id), state: here })}
        rowLabel={({ id, to }) => t('staff.messages.trace', { to: readable(to), id: shortId(id) })}
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
        <span>
          {readable(row.from)} · {t('logs.count', { count: row.segments })}
        </span>
        <Text span c="dimmed">
          <Moment instant={row.accepted_at} />
        </Text>
      </Group>
      <Text c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {row.masked_body}
      </Text>
    </>
  );
}

function useColumns(): Column<StaffMessageRow>[] {
  const t = useText();
  const readable = useReadableNumber();
  return [
    { id: 'to', head: t('field.to'), cell: ({ to }) => <strong>{readable(to)}</strong> },
    { id: 'from', head: t('field.from'), cell: ({ from }) => readable(from) },
    {
      id: 'text',
      head: t('staff.messages.text'),
      cell: (row) => <Cut title={row.masked_body} />,
      muted: true,
    },
    {
      id: 'segments',
      head: t('field.segments'),
      cell: ({ segments }) => formatCount(segments),
      align: 'right',
    },
    { id: 'status', head: t('field.status'), cell: ({ status }) => <StatusPill status={status} /> },
    {
      id: 'at',
      head: t('field.date'),
      cell: ({ accepted_at: at }) => <Moment instant={at} />,
      muted: true,
    },
  ];
}
