// The messages of a team's projects; of their texts only the shape is shown.
import type { StaffMessageRow, StaffTeam } from '@godwit/contract/staffTeams';
import type { Mode } from '@godwit/contract/statuses';
import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SearchField } from '../../components/SearchField.tsx';
import { StatusPill } from '../../components/StatusPill.tsx';
import { formatCount, formatInstant, formatUtc } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { teamMessagesQuery } from '../api/teams.ts';
import lists from '../lists/lists.module.css';
import { PagedList } from '../lists/PagedList.tsx';
import { useListState } from '../lists/useListState.ts';
import { staffPaths } from '../paths.ts';
import { Part } from '../shell/Part.tsx';
import { StaffId } from '../shell/StaffId.tsx';
import classes from './TeamPage.module.css';

const MAX_SEARCH = 64;

export function TeamMessages({ teamId, projects }: { teamId: string; projects: StaffTeam['projects'] }) {
  const t = useText();
  const first = projects[0]?.id ?? '';
  const { filter, page, size, change } = useListState({ project: first, mode: 'LIVE', q: '' }, 'messages-');
  const mode: Mode = filter.mode === 'TEST' ? 'TEST' : 'LIVE';
  const messages = useQuery(
    teamMessagesQuery(teamId, { projectId: filter.project, mode, q: filter.q, page, size }),
  );
  const columns = useColumns();
  return (
    <Part heading={t('staff.messages.title')}>
      <search className={lists.filters}>
        <Select
          aria-label={t('staff.messages.project')}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.project}
          onChange={(project) => change({ project: project ?? first })}
          allowDeselect={false}
        />
        <SegmentedControl
          aria-label={t('staff.messages.mode')}
          data={(['LIVE', 'TEST'] as const).map((one) => ({
            value: one,
            label: t(one === 'LIVE' ? 'mode.live' : 'mode.test'),
          }))}
          value={mode}
          onChange={(next) => change({ mode: next })}
        />
        <SearchField
          className={lists.search ?? ''}
          hint={t('logs.searchHint')}
          q={filter.q}
          maxLength={MAX_SEARCH}
          onSearch={(q) => change({ q })}
        />
      </search>
      <PagedList
        label={t('staff.messages.title')}
        list={messages}
        paging={{ page, size, change }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t(filter.q ? 'staff.list.noMatch' : 'staff.messages.empty')}
      />
    </Part>
  );
}

function useColumns(): Column<StaffMessageRow>[] {
  const t = useText();
  const readable = useReadableNumber();
  return [
    {
      id: 'at',
      head: t('logs.date'),
      cell: ({ accepted_at: at }) => (
        <time dateTime={at} title={formatUtc(at)}>
          {formatInstant(at)}
        </time>
      ),
      muted: true,
    },
    { id: 'from', head: t('logs.from'), cell: ({ from }) => readable(from) },
    { id: 'to', head: t('logs.to'), cell: ({ to }) => readable(to) },
    {
      id: 'text',
      head: t('staff.messages.text'),
      cell: (row) => <span className={classes.body}>{row.masked_body}</span>,
      muted: true,
    },
    {
      id: 'id',
      head: t('logs.messageId'),
      cell: ({ id }) => <StaffId id={id} to={staffPaths.traceOf(id)} copy={t('logs.copyId')} />,
    },
    {
      id: 'segments',
      head: t('logs.segments'),
      cell: ({ segments }) => formatCount(segments),
      align: 'right',
    },
    { id: 'status', head: t('logs.status'), cell: ({ status }) => <StatusPill status={status} /> },
  ];
}
