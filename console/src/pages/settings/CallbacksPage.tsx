// The log of a project's status callbacks, at `/settings/:id/callbacks`: each attempt with its response, and
// a dialog that sends the callbacks of a period again.
import type { LoggedAttempt } from '@godwit/contract/callbackLog';
import { CALLBACK_STATUSES, MODES, type Mode } from '@godwit/contract/messages/statuses';
import type { Project } from '@godwit/contract/projects';
import { addDays } from '@godwit/contract/ranges';
import { may } from '@godwit/contract/roles';
import { startOfDay } from '@godwit/contract/timezones';
import { Box, Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { retentionQuery } from '../../api/accounts.ts';
import { type AttemptsFilter, callbackAttemptsQuery, callbackReplaysQuery } from '../../api/projects.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { RangePicker } from '../../components/list/RangePicker.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import {
  type Address,
  oneOf,
  parseSearch,
  toPageQuery,
  useModeAddress,
} from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { answerText, CallbackAnswer } from '../../components/message/CallbackAnswer.tsx';
import { StatusPill, statusLabel } from '../../components/message/StatusPill.tsx';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { datesOf, parseDays, todayIn } from '../../days.ts';
import { formatInstant, shortId } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { inMode } from '../../session/mode.ts';
import { callbacks } from '../../text/callbacks/en.ts';
import { logs } from '../../text/logs/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Lines, type RowProps } from '../../ui/DataTable.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { linkTo } from '../../ui/richText.tsx';
import type { FromCallbacks } from '../logs/logState.ts';
import { useShownProject } from './shownProject.ts';

/** Whether the customer's server accepted the callback. */
const OUTCOMES = ['TAKEN', 'FAILED'] as const;

/** Reads the state from a URL. Missing and invalid values get their defaults. */
export const parseCallbackState = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  days: parseDays(params),
  status: oneOf(CALLBACK_STATUSES, params.get('status')),
  outcome: oneOf(OUTCOMES, params.get('outcome')),
  ...parseSearch(params),
});
type CallbackState = ReturnType<typeof parseCallbackState>;

/** Converts the state to the filter of the request. Days are in the project's time zone. */
export function toAttemptsFilter(state: CallbackState, mode: Mode, timezone: string): AttemptsFilter {
  const { from, to } = datesOf(state.days, todayIn(timezone));
  return {
    mode,
    from: startOfDay(from, timezone).toISOString(),
    to: startOfDay(addDays(to, 1), timezone).toISOString(),
    status: state.status ?? undefined,
    outcome: state.outcome ?? undefined,
    q: state.q.trim() || undefined,
    ...toPageQuery(state),
  };
}

/** Whether a filter other than the days is set. */
const isFiltered = ({ status, outcome, q }: CallbackState): boolean =>
  status !== null || outcome !== null || q.trim() !== '';

const LOG_REFRESH_MS = 10_000;
const REPLAY_REFRESH_MS = 2_000;
/** The page shows the newest replay for a day after its end. */
const REPLAY_SHOWN_MS = 86_400_000;

// Loaded on demand, because few visits to the log replay callbacks.
const ReplayDialog = lazyPart(() => import('./ReplayDialog.tsx'), 'ReplayDialog');

function CallbacksPage() {
  const t = useText();
  const project = useShownProject();
  const { state, mode, change } = useModeAddress(parseCallbackState, () => null);
  const filter = toAttemptsFilter(state, mode, project.timezone);
  const log = useQuery({ ...callbackAttemptsQuery(project.id, filter), refetchInterval: LOG_REFRESH_MS });
  const retentionDays = useQuery(retentionQuery).data?.callbacks ?? null;
  const clear = (
    <Button variant="outline" onClick={() => change({ status: null, outcome: null, q: '' })}>
      {t('logs.clearFilters')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="12px 24px" mb={16}>
        <Text flex="1 1 280px" maw={440} c="dimmed">
          {t('callbacks.intro')}{' '}
          {t.rich('callbacks.apart', { link: linkTo(inMode(paths.webhooks(project.id), mode)) })}
          {retentionDays === null ? null : ` ${t('callbacks.keptFor', { days: retentionDays })}`}
        </Text>
        <Group gap="12px 24px" mih={40}>
          {may(project.role, 'projects') ? <ReplayButton key={mode} project={project} mode={mode} /> : null}
        </Group>
      </Group>
      <NewestReplay projectId={project.id} mode={mode} />
      <CallbackFilters state={state} change={change} timezone={project.timezone} />
      <List
        {...useRows()}
        label={t('callbacks.attempts')}
        found={log}
        paging={{ state, change }}
        empty={t(isFiltered(state) ? 'callbacks.noMatch' : 'callbacks.empty')}
        emptyAction={
          isFiltered(state) ? (
            clear
          ) : may(project.role, 'projects') ? (
            <WorkedExample text={t('callbacks.example')} code={sampleOf(project)} />
          ) : null
        }
      />
    </>
  );
}

/** A TEST message that asks for callbacks. */
const sampleOf = ({ id }: Project): string =>
  [
    `curl ${location.origin}/v1/messages -u ${id}:TEST_KEY`,
    '-d to=+94770000001 -d from=SANDBOX -d body=Hello',
    '-d status_callback=https://example.com/status',
  ].join(' \\\n  ');

function ReplayButton({ project, mode }: { project: Project; mode: Mode }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  // The dialog stays mounted after it was opened once, so it can fade out.
  const [mounted, setMounted] = useState(false);
  function open(): void {
    setMounted(true);
    setOpened(true);
  }
  return (
    <>
      <Button variant="outline" onClick={open}>
        {t('callbacks.replay')}
      </Button>
      {mounted ? (
        <Suspense fallback={null}>
          <ReplayDialog project={project} mode={mode} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Shows the newest replay while it runs and for a day after. */
function NewestReplay({ projectId, mode }: { projectId: string; mode: Mode }) {
  const t = useText();
  const { data } = useQuery({
    ...callbackReplaysQuery(projectId, mode),
    refetchInterval: ({ state }) => (state.data?.[0]?.ended_at === null ? REPLAY_REFRESH_MS : LOG_REFRESH_MS),
  });
  const newest = data?.[0];
  if (!newest || Date.now() - Date.parse(newest.ended_at ?? newest.created_at) > REPLAY_SHOWN_MS) return null;
  const values = { from: formatInstant(newest.from), to: formatInstant(newest.to), count: newest.queued };
  return (
    <Box mb={16}>
      <NoteBox tone="info">
        {t(newest.ended_at === null ? 'callbacks.replaying' : 'callbacks.replayed', values)}
      </NoteBox>
    </Box>
  );
}

const ALL = 'all';

function CallbackFilters({ state, change, timezone }: Address<CallbackState> & { timezone: string }) {
  const t = useText();
  return (
    <Filters>
      <RangePicker days={state.days} timezone={timezone} onChange={(days) => change({ days })} />
      <Select
        w={152}
        aria-label={t('callbacks.status')}
        data={[
          { value: ALL, label: t('logs.allStatuses') },
          ...CALLBACK_STATUSES.map((value) => ({ value, label: t(statusLabel(value)) })),
        ]}
        value={state.status ?? ALL}
        onChange={(value) => change({ status: oneOf(CALLBACK_STATUSES, value) })}
      />
      <Select
        w={160}
        aria-label={t('callbacks.answer')}
        data={[
          { value: ALL, label: t('callbacks.allAnswers') },
          ...OUTCOMES.map((value) => ({ value, label: t(`callbacks.${value}`) })),
        ]}
        value={state.outcome ?? ALL}
        onChange={(value) => change({ outcome: oneOf(OUTCOMES, value) })}
      />
      <SearchField
        q={state.q}
        onSearch={(q) => change({ q }, { replace: true })}
        hint={t('callbacks.searchHint')}
      />
    </Filters>
  );
}

function useRows(): Omit<RowProps<LoggedAttempt>, 'label'> {
  const t = useText();
  const readable = useReadableNumber();
  const { pathname, search } = useLocation();
  const navigation: FromCallbacks = { callbacks: `${pathname}${search}` };
  const recipientOf = ({ to, message_id: id }: LoggedAttempt) => (to === null ? shortId(id) : readable(to));
  const durationOf = ({ duration_ms: duration }: LoggedAttempt) => t('callbacks.ms', { duration });
  const attemptOf = ({ attempt, replay }: LoggedAttempt) =>
    t(replay > 0 ? 'callbacks.tryAgain' : 'callbacks.try', { attempt });
  return {
    rowKey: (row) => `${row.message_id} ${row.sequence} ${row.replay} ${row.attempt}`,
    columns: [
      { id: 'at', head: t('field.date'), cell: ({ at }) => <Moment instant={at} row />, width: '22%' },
      {
        id: 'message',
        head: t('callbacks.message'),
        cell: (row) => <span title={row.message_id}>{recipientOf(row)}</span>,
        width: '18%',
      },
      {
        id: 'status',
        head: t('callbacks.status'),
        cell: ({ status }) => <StatusPill status={status} />,
        width: '15%',
      },
      { id: 'answer', head: t('callbacks.answer'), cell: (row) => <Answer row={row} /> },
      { id: 'took', head: t('callbacks.took'), cell: durationOf, align: 'right', width: '11%' },
      { id: 'attempt', head: t('callbacks.attempt'), cell: attemptOf, muted: true, width: '14%' },
    ],
    stacked: (row) => (
      <>
        <Group justify="space-between" wrap="nowrap">
          <Text span fw={500}>
            {recipientOf(row)}
          </Text>
          <StatusPill status={row.status} />
        </Group>
        <Group justify="space-between" wrap="nowrap">
          <CallbackAnswer attempt={row} />
          <Moment instant={row.at} row />
        </Group>
        {row.error ? (
          <Text fz={13} c="dimmed">
            {row.error}
          </Text>
        ) : null}
        <Group justify="space-between" gap="4px 12px" fz={13} c="dimmed">
          <span>
            {t('callbacks.attempt')} {attemptOf(row)}
            {' · '}
            {durationOf(row)}
          </span>
          <span className="mono" title={row.message_id}>
            {shortId(row.message_id)}
          </span>
        </Group>
      </>
    ),
    link: ({ message_id: id }) => ({ to: paths.message(id), state: navigation }),
    rowLabel: (row) =>
      t('callbacks.row', {
        to: recipientOf(row),
        status: t(statusLabel(row.status)),
        answer: answerText(row, t),
        date: formatInstant(row.at),
      }),
  };
}

/** Shows the response, with the error below it if there is one. */
function Answer({ row }: { row: LoggedAttempt }) {
  if (!row.error) return <CallbackAnswer attempt={row} />;
  return (
    <Lines>
      <CallbackAnswer attempt={row} />
      <Text fz={13} c="dimmed">
        {row.error}
      </Text>
    </Lines>
  );
}

export default withTexts(CallbacksPage, { ...logs, ...callbacks });
