// SMS Logs, at `/logs`: the messages of a project, filtered and in pages, with live statuses.
import { FAILURES } from '@godwit/contract/messages/failures';
import { DIRECTIONS } from '@godwit/contract/messages/statuses';
import { Box, Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { retentionQuery } from '../../api/accounts.ts';
import { messagesQuery } from '../../api/messages.ts';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { SendSmsButton } from '../../components/frame/SendSmsButton.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { RangePicker } from '../../components/list/RangePicker.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { StatusFilter } from '../../components/list/StatusFilter.tsx';
import { type Address, oneOf, useModeAddress } from '../../components/list/useAddress.ts';
import { formatDay } from '../../format.ts';
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
  isFiltered,
  type LogState,
  parseLogState,
  toFilter,
  toNavigation,
} from './logState.ts';
import { ReportButton, ReportLine, useReport } from './Report.tsx';

function LogsPage() {
  const t = useText();
  const { project } = useProjects();
  const { state, mode, change } = useModeAddress(parseLogState, fromNavigation);
  useLive(project?.id, mode);
  const filter = toFilter(state, mode, project?.id ?? '');
  const log = useQuery({ ...messagesQuery(filter), enabled: project !== null });
  const report = useReport(filter, log.data);
  const rows = useLogRows(toNavigation({ ...state, mode }));
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
      <LogFilters state={state} change={change} timezone={project.timezone} />
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
      <List
        {...rows}
        label={t('logs.title')}
        found={log}
        paging={{ state, change }}
        empty={t(isFiltered(state) ? 'logs.noMatch' : 'logs.empty')}
        emptyAction={isFiltered(state) ? clearButton : <SendSmsButton mode={mode} />}
      />
      <RetentionNote from={log.data?.kept_from ?? null} />
    </Page>
  );
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

function LogFilters({ state, change, timezone }: Address<LogState> & { timezone: string }) {
  const t = useText();
  return (
    <Filters>
      <RangePicker days={state.days} timezone={timezone} onChange={(days) => change({ days })} />
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
      <LogViewMenu />
    </Filters>
  );
}

export default withTexts(LogsPage, { ...files, ...logs });
