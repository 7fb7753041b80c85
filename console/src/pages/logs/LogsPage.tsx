// SMS Logs, at `/logs`: the messages of a project, filtered and paged; they change state on screen by themselves.

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messagesQuery } from '../../api/messages.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { ModeSwitch } from '../../components/ModeSwitch.tsx';
import { NoProject } from '../../components/NoProject.tsx';
import { Page } from '../../components/Page.tsx';
import { Pager } from '../../components/Pager.tsx';
import { SendSmsButton } from '../../components/SendSmsButton.tsx';
import { useAddressState } from '../../components/useAddressState.ts';
import { useLive } from '../../components/useLive.ts';
import { PAGE_SIZES } from '../../listPage.ts';
import { useProjects } from '../../session/context.ts';
import { home } from '../../text/home.ts';
import { logs } from '../../text/logs.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LogFilters } from './LogFilters.tsx';
import { LogRows } from './LogRows.tsx';
import { isFiltered, LOG_ADDRESS, toFilter, toNavigation } from './logState.ts';
import { DownloadButton, ReportProgress } from './Report.tsx';
import { useReport } from './useReport.ts';

function LogsPage() {
  const t = useText();
  const { project } = useProjects();
  const { state, mode, change } = useAddressState(LOG_ADDRESS);
  useLive(project?.id, mode);
  const filter = toFilter(state, mode, project?.id ?? '');
  const log = useQuery({ ...messagesQuery(filter), enabled: project !== null });
  const report = useReport(filter, log.data);
  const pages = log.data?.total_pages;
  const isPastEnd = pages !== undefined && pages > 0 && state.page > pages && !log.isPlaceholderData;
  useEffect(() => {
    if (isPastEnd) change({ page: pages }, { replace: true });
  });
  if (!project) {
    return (
      <Page title={t('logs.title')}>
        <NoProject />
      </Page>
    );
  }

  const clear = () => change({ status: null, direction: null, q: '' });
  const empty = isFiltered(state) ? (
    <EmptyState
      text={t('logs.noMatch')}
      action={
        <Button variant="outline" onClick={clear}>
          {t('logs.clearFilters')}
        </Button>
      }
    />
  ) : (
    <EmptyState text={t('logs.empty')} action={<SendSmsButton mode={mode} />} />
  );
  const footer = (
    <Pager
      total={log.data?.total}
      more={log.data?.more}
      page={state.page}
      pages={pages ?? 1}
      pageSize={state.pageSize}
      pageSizes={PAGE_SIZES}
      onPage={(page) => change({ page })}
      onPageSize={(pageSize) => change({ pageSize })}
    />
  );
  const actions = (
    <>
      <ModeSwitch mode={mode} />
      {pages ? <DownloadButton report={report} /> : null}
    </>
  );
  return (
    <Page title={t('logs.title')} mode={mode} actions={actions}>
      <ReportProgress report={report} />
      <LogFilters state={state} timezone={project.timezone} onChange={change} />
      {log.isError && !log.data ? (
        <LoadFailed error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <LogRows
          label={t('logs.title')}
          rows={isPastEnd ? undefined : log.data?.results}
          navigation={toNavigation({ ...state, mode })}
          dim={log.isPlaceholderData}
          empty={empty}
          footer={footer}
        />
      )}
    </Page>
  );
}

export default withTexts(LogsPage, { ...home, ...logs });
