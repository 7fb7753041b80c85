// SMS Details, at `/logs/:id`: one message, its progress and its callbacks. A scheduled message can be
// cancelled. On wide screens a message opened from the log stands beside it.
import type { Mode } from '@godwit/contract/messages/statuses';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useLocation, useOutletContext, useParams, useSearchParams } from 'react-router';
import { messageQuery } from '../../api/messages.ts';
import { ModeLabel } from '../../components/frame/Mode.tsx';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatAddress } from '../../components/list/useAddress.ts';
import { paths } from '../../paths.ts';
import { useProjects, useTeam } from '../../session/context.ts';
import { useSwitchToMode } from '../../session/mode.ts';
import { logs } from '../../text/logs/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { Columns } from '../../ui/Section.tsx';
import { CallbackCard } from './CallbackCard.tsx';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import { fromNavigation, hasList, openerPath, parseLogState, toNavigation } from './logState.ts';
import { MessageFacts, MessageStory, symbolOf } from './MessageFacts.tsx';
import { type Beside, MessagePanel } from './MessagePanel.tsx';
import { WhatToDo } from './WhatToDo.tsx';

function MessagePage() {
  const t = useText();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const { project } = useProjects();
  const { region } = useTeam();
  const location = useLocation();
  const beside = useOutletContext<Beside | undefined>();
  const message = useQuery({ ...messageQuery(id, project?.id ?? ''), enabled: project !== null });
  const log = hasList(params) ? parseLogState(params) : fromNavigation(location.state);
  const mode = message.data?.mode ?? log?.mode ?? null;
  const opener = openerPath(location.state);
  const back = opener ? { to: opener } : backLink(log, mode);
  const callback = message.data?.status_callback;
  // The list beside it already listens.
  useLive(beside ? undefined : project?.id, mode);
  useSwitchToMode(message.data?.mode);

  const actions = message.data ? <ModeLabel mode={message.data.mode} /> : null;
  // Dialogs and what was loaded for one message do not pass to the next.
  const parts = message.data ? (
    <Fragment key={id}>
      <MessageStory message={message.data}>
        {project ? <WhatToDo message={message.data} project={project} /> : null}
      </MessageStory>
      <MessageFacts message={message.data} />
      <DeliveryDetails
        message={message.data}
        projectId={project?.id ?? ''}
        symbol={symbolOf(message.data, region)}
      />
    </Fragment>
  ) : null;
  const calls = callback && project ? <CallbackCard id={id} callback={callback} project={project} /> : null;
  const failed = message.isError && !message.data;
  const missing = { text: t('message.missing'), back: t('message.backToLogs'), ...back };

  if (beside) {
    return (
      <MessagePanel beside={beside} actions={actions}>
        {message.isPending ? <Loading /> : null}
        {parts}
        {calls}
        {failed ? (
          <LoadFailed error={message.error} onRetry={() => message.refetch()} missing={missing} />
        ) : null}
      </MessagePanel>
    );
  }
  return (
    <Page title={t('message.title')} {...(mode ? { mode } : {})} back={back} actions={actions}>
      {project ? null : <NoProject />}
      {project && message.isPending ? (
        <Stack gap={24} aria-busy="true">
          <Loading />
        </Stack>
      ) : null}
      {parts ? (
        <Columns>
          <Stack gap="var(--gap)" miw={0}>
            {parts}
          </Stack>
          {calls}
        </Columns>
      ) : null}
      {failed ? (
        <LoadFailed error={message.error} onRetry={() => message.refetch()} missing={missing} />
      ) : null}
    </Page>
  );
}

// A shared link has no log to return to, so Back leads to the first page of the message's mode.
function backLink(
  log: ReturnType<typeof fromNavigation>,
  mode: Mode | null,
): { to: string; state?: unknown } {
  if (!log && !mode) return { to: paths.logs };
  const state = log ?? { ...parseLogState(new URLSearchParams()), mode };
  return { to: `${paths.logs}?${formatAddress(state)}`, state: toNavigation(state) };
}

function Loading() {
  return (
    <>
      <Card>
        <Stack gap={24}>
          {['48%', '80%', '64%', '100%'].map((width) => (
            <Skeleton key={width} height={16} width={width} />
          ))}
        </Stack>
      </Card>
      <Card>
        <Skeleton height={180} />
      </Card>
    </>
  );
}

export default withTexts(MessagePage, logs);
