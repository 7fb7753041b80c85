// The tables of the status page: the queue by lane, route and team; links; processes.
import type { StatusFigures } from '@godwit/contract/staff/status';
import { Anchor, SimpleGrid } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { type Column, Cut, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { LinkPill } from '../carriers/LinkPill.tsx';
import { staffPaths } from '../paths.ts';
import { routeName } from '../shell/routeName.ts';
import { gridOf, StackLead } from '../shell/StaffPage.tsx';

/** Formats a duration: `12 s`, `3 min 5 s`. */
export const age = (seconds: number, t: Translate): string =>
  t('staff.carriers.age', { minutes: Math.floor(seconds / 60), seconds: Math.round(seconds % 60) });

type Row<Key extends keyof StatusFigures> = StatusFigures[Key] extends (infer One)[] ? One : never;

type FiguresProps<One> = {
  label: string;
  columns: Column<One>[];
  rows: One[];
  rowKey: (row: One) => string;
  empty: string;
};

/** A table of metrics. On phones, its first column is the heading of each block. */
function FiguresTable<One>({ columns, empty, ...table }: FiguresProps<One>) {
  const [first, ...others] = columns;
  const rest = gridOf(others);
  return (
    <DataTable
      {...table}
      columns={columns}
      stackBelow="48em"
      empty={<EmptyState text={empty} />}
      stacked={(row) => (
        <>
          <StackLead>{first?.cell(row)}</StackLead>
          {rest(row)}
        </>
      )}
    />
  );
}

type Due = { due: number; oldest_seconds: number };

function useDue(): Column<Due>[] {
  const t = useText();
  return [
    { id: 'due', head: t('staff.status.due'), cell: ({ due }) => formatCount(due), align: 'right' },
    {
      id: 'oldest',
      head: t('staff.status.oldestOf'),
      cell: ({ due, oldest_seconds: seconds }) => (due === 0 ? '–' : age(seconds, t)),
      align: 'right',
    },
  ];
}

export function Lanes({ lanes }: Pick<StatusFigures, 'lanes'>) {
  const t = useText();
  const columns: Column<Row<'lanes'>>[] = [
    {
      id: 'lane',
      head: t('staff.status.lane'),
      cell: ({ mode, lane }) => t('staff.status.laneOf', { mode, lane }),
    },
    {
      id: 'waiting',
      head: t('staff.status.waiting'),
      cell: ({ waiting }) => formatCount(waiting),
      align: 'right',
    },
    ...useDue(),
  ];
  return (
    <FiguresTable
      label={t('staff.status.lane')}
      columns={columns}
      rows={lanes}
      rowKey={({ mode, lane }) => `${mode} ${lane}`}
      empty={t('staff.status.noRoutes')}
    />
  );
}

/** The routes and teams whose messages wait longest. */
export function Longest({ groups, teams }: Pick<StatusFigures, 'groups' | 'teams'>) {
  const t = useText();
  const due = useDue();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={16} style={{ alignItems: 'start' }}>
      <FiguresTable<Row<'groups'>>
        label={t('staff.status.routes')}
        columns={[
          { id: 'group', head: t('staff.status.routes'), cell: ({ group }) => routeName(group, t) },
          ...due,
        ]}
        rows={groups}
        rowKey={({ group }) => group}
        empty={t('staff.status.noRoutes')}
      />
      <FiguresTable<Row<'teams'>>
        label={t('staff.status.teams')}
        columns={[
          {
            id: 'team',
            head: t('staff.status.teams'),
            cell: ({ team, name }) => (
              <Anchor component={Link} to={staffPaths.team(team)} inherit>
                <Cut title={name} />
              </Anchor>
            ),
          },
          ...due,
        ]}
        rows={teams}
        rowKey={({ team }) => team}
        empty={t('staff.status.noTeams')}
      />
    </SimpleGrid>
  );
}

export function Links({ links }: Pick<StatusFigures, 'links'>) {
  const t = useText();
  const columns: Column<Row<'links'>>[] = [
    {
      id: 'link',
      head: t('staff.refused.link'),
      cell: ({ link }) => (
        <Anchor component={Link} to={staffPaths.carrier(link)} inherit>
          {link}
        </Anchor>
      ),
    },
    { id: 'mode', head: t('field.mode'), cell: ({ mode }) => mode, muted: true },
    {
      id: 'state',
      head: t('staff.status.state'),
      cell: (link) => (
        <LinkPill
          {...link}
          bound={link.bound_sessions}
          deliversLess={link.delivery_low ?? false}
          lowBalance={link.balance_low ?? false}
        />
      ),
    },
    {
      id: 'sessions',
      head: t('staff.carriers.sessions'),
      cell: ({ bound_sessions: bound, sessions }) => t('staff.carriers.sessionsOf', { bound, all: sessions }),
    },
    {
      id: 'window',
      head: t('staff.carriers.window'),
      cell: ({ in_flight: used, window }) => t('staff.carriers.windowOf', { used, all: window }),
    },
    {
      id: 'rate',
      head: t('staff.status.sent'),
      cell: ({ rate }) => formatCount(Math.round(rate)),
      align: 'right',
    },
    {
      id: 'failed',
      head: t('staff.status.failed'),
      cell: ({ failed }) => formatCount(failed),
      align: 'right',
    },
  ];
  return (
    <FiguresTable
      label={t('staff.nav.carriers')}
      columns={columns}
      rows={links}
      rowKey={({ link }) => link}
      empty={t('staff.carriers.empty')}
    />
  );
}

export function Processes({ processes }: Pick<StatusFigures, 'processes'>) {
  const t = useText();
  const columns: Column<Row<'processes'>>[] = [
    { id: 'host', head: t('staff.status.machine'), cell: ({ host }) => host },
    {
      id: 'state',
      head: t('staff.status.state'),
      cell: ({ alive }) => (
        <Pill tone={alive ? 'success' : 'neutral'} icon={alive ? IconCheck : IconX}>
          {t(alive ? 'staff.status.runs' : 'staff.status.silent')}
        </Pill>
      ),
    },
    { id: 'version', head: t('staff.status.version'), cell: ({ version }) => version },
    { id: 'roles', head: t('staff.status.roles'), cell: ({ roles }) => roles.join(', ') },
    {
      id: 'started',
      head: t('staff.status.started'),
      cell: ({ started_at: at }) => formatInstant(at),
      muted: true,
    },
    { id: 'seen', head: t('staff.status.seen'), cell: ({ seen_at: at }) => formatInstant(at), muted: true },
  ];
  return (
    <FiguresTable
      label={t('staff.status.processes')}
      columns={columns}
      rows={processes}
      rowKey={({ host, started_at: at, roles }) => `${host} ${at} ${roles}`}
      empty={t('staff.status.noProcesses')}
    />
  );
}
