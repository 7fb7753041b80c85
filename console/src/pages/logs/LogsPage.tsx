// SMS Logs, at `/logs`: the messages of a project, filtered and in pages, with live statuses. On wide screens
// a message opens beside them, at its own address with the log's query.
import { FAILURES } from '@godwit/contract/messages/failures';
import { DIRECTIONS } from '@godwit/contract/messages/statuses';
import type { Project } from '@godwit/contract/projects';
import { Box, Button, Select, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { retentionQuery } from '../../api/accounts.ts';
import { messagesQuery } from '../../api/messages.ts';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { SendSmsButton } from '../../components/frame/SendSmsButton.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { RangePicker } from '../../components/list/RangePicker.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { StatusFilter } from '../../components/list/StatusFilter.tsx';
import { type Address, formatAddress, oneOf, useModeAddress } from '../../components/list/useAddress.ts';
import { formatDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { files } from '../../text/files/en.ts';
import { logs } from '../../text/logs/en.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { buttonFor } from '../../ui/richText.tsx';
import { useLogRows } from './LogRows.tsx';
import { LogViewMenu } from './LogViewMenu.tsx';
import {
  fromNavigation,
  hasList,
  isFiltered,
  type LogState,
  parseLogState,
  toFilter,
  toNavigation,
} from './logState.ts';
import classes from './MessagePanel.module.css';
import type { Beside } from './MessagePanel.tsx';
import { ReportButton, ReportLine, useReport } from './Report.tsx';
import { SavedFilters } from './SavedFilters.tsx';

const ExampleMessage = lazyPart(() => import('./ExampleMessage.tsx'), 'ExampleMessage');

/** The width from which on a message opens beside the log. */
const WIDE = '(min-width: 1100px)';

/** Below that width, and for a link to a message alone, the message is the page. */
function LogsPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  return id && !(wide && hasList(params)) ? <Outlet /> : <Log openId={id} wide={wide} />;
}

function Log({ openId, wide }: { openId: string | undefined; wide: boolean }) {
  const t = useText();
  const { project } = useProjects();
  const { state, mode, change } = useModeAddress(parseLogState, fromNavigation);
  useLive(project?.id, mode);
  const filter = toFilter(state, mode, project?.id ?? '');
  const log = useQuery({ ...messagesQuery(filter), enabled: project !== null });
  const report = useReport(filter, log.data);
  const rows = useLogRows(
    toNavigation({ ...state, mode }),
    wide ? { openId, search: `?${formatAddress({ ...state, mode })}` } : undefined,
    {
      order: state.sort ?? 'DESC',
      onReverse: () => change({ sort: state.sort ? null : 'ASC' }),
    },
  );
  const beside: Beside = { close: useCloseBeside() };
  if (!project) {
    return (
      <Page title={t('logs.title')}>
        <NoProject />
      </Page>
    );
  }
  const clearButton = (
    <Button variant="outline" onClick={() => change({ status: null, direction: null, failure: null, q: '' })}>
      {t('logs.clearFilters')}
    </Button>
  );
  const actions = log.data?.total_pages ? <ReportButton report={report} /> : null;
  return (
    <Page title={t('logs.title')} mode={mode} actions={actions}>
      <ReportLine report={report} />
      <LogFilters state={state} change={change} project={project} />
      {state.failure ? (
        <Box mb={16}>
          <NoteBox tone="info" label={t('logs.reason')}>
            {t.rich('logs.onlyReason', {
              reason: translate(FAILURES[state.failure].description),
              all: buttonFor(() => change({ failure: null })),
            })}
          </NoteBox>
        </Box>
      ) : null}
      <div className={openId && classes.columns}>
        <List
          {...rows}
          label={t('logs.title')}
          found={log}
          paging={{ state, change }}
          empty={t(isFiltered(state) ? 'logs.noMatch' : 'logs.empty')}
          emptyAction={isFiltered(state) ? clearButton : <SendSmsButton mode={mode} />}
          emptyExample={
            isFiltered(state) ? null : (
              <Suspense fallback={null}>
                <ExampleMessage />
              </Suspense>
            )
          }
        />
        <Outlet context={beside} />
      </div>
      <RetentionNote from={log.data?.kept_from ?? null} />
    </Page>
  );
}

/** Returns the function that closes the message beside the log. Its row gets the focus. */
function useCloseBeside(): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return () => {
    const row = document.querySelector<HTMLElement>('#content [data-opens][aria-current]');
    (row ?? document.getElementById('content'))?.focus();
    void navigate(paths.logs + search, { state, preventScrollReset: true });
  };
}

/** Says how long messages are kept, or from which day on if the chosen days begin earlier. */
function RetentionNote({ from }: { from: string | null }) {
  const t = useText();
  const days = useQuery(retentionQuery).data?.messages ?? null;
  if (days === null) return null;
  return (
    <Text mt={16} fz={13} c="dimmed">
      {from ? t('logs.keptFrom', { day: formatDay(from) }) : t('logs.keptFor', { days })}
    </Text>
  );
}

const ALL = 'all';

type FiltersProps = Address<LogState> & { project: Pick<Project, 'id' | 'timezone'> };

function LogFilters({ state, change, project }: FiltersProps) {
  const t = useText();
  return (
    <Filters>
      <RangePicker days={state.days} timezone={project.timezone} onChange={(days) => change({ days })} />
      <StatusFilter status={state.status} onChange={(status) => change({ status, failure: null })} />
      <Select
        w={160}
        aria-label={t('logs.directionFilter')}
        data={[
          { value: ALL, label: t('logs.allDirections') },
          { value: 'OUTGOING', label: t('logs.outgoing') },
          { value: 'INCOMING', label: t('logs.incoming') },
        ]}
        value={state.direction ?? ALL}
        onChange={(value) => change({ direction: oneOf(DIRECTIONS, value) })}
      />
      <SearchField
        q={state.q}
        onSearch={(q) => change({ q }, { replace: true })}
        hint={t('logs.searchHint')}
      />
      <SavedFilters state={state} onApply={(filter) => change(filter)} projectId={project.id} />
      <LogViewMenu />
    </Filters>
  );
}

export default withTexts(LogsPage, { ...files, ...logs });
