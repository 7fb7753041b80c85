// SMS Details, at `/logs/:id`: one message, how far it has come, and where its callbacks go.

import type { MessageDetail } from '@godwit/contract/messages';
import type { Mode } from '@godwit/contract/statuses';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { ApiError, wordsFor } from '../../api/errors.ts';
import { messageQuery } from '../../api/messages.ts';
import { ModeLabel } from '../../components/ModeLabel.tsx';
import { NoProject } from '../../components/NoProject.tsx';
import { Page } from '../../components/Page.tsx';
import { useLive } from '../../components/useLive.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { logs } from '../../text/logs.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CallbackCard } from './CallbackCard.tsx';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import { campaignOf, formatLogState, fromNavigation, parseLogState, toNavigation } from './logState.ts';
import { MessageFacts } from './MessageFacts.tsx';
import classes from './MessagePage.module.css';

function MessagePage() {
  const t = useText();
  const { id = '' } = useParams();
  const { project } = useProjects();
  const location = useLocation();
  const message = useQuery({ ...messageQuery(id, project?.id ?? ''), enabled: project !== null });
  const log = fromNavigation(location.state);
  const mode = message.data?.mode ?? log?.mode ?? null;
  const campaign = campaignOf(location.state);
  const back = campaign ? { to: paths.campaign(campaign) } : backTo(log, mode);
  useLive(project?.id, mode);

  return (
    <Page
      title={t('message.title')}
      {...(mode ? { mode } : {})}
      back={back}
      actions={message.data ? <ModeLabel mode={message.data.mode} /> : null}
    >
      {project ? null : <NoProject />}
      {project && message.isPending ? <Loading /> : null}
      {message.data ? <Details message={message.data} /> : null}
      {message.isError && !message.data ? (
        <Failed error={message.error} back={back} onRetry={() => message.refetch()} />
      ) : null}
    </Page>
  );
}

type Back = { to: string; state?: unknown };

// A link that was shared has no log to go back to: the first page of the message's mode, then.
function backTo(log: ReturnType<typeof fromNavigation>, mode: Mode | null): Back {
  if (!log && !mode) return { to: paths.logs };
  const state = log ?? { ...parseLogState(new URLSearchParams()), mode };
  return { to: `${paths.logs}?${formatLogState(state)}`, state: toNavigation(state) };
}

function Details({ message }: { message: MessageDetail }) {
  const callback = message.status_callback;
  return (
    <div className={classes.columns} data-two={callback !== null || undefined}>
      <div className={classes.main}>
        <MessageFacts message={message} />
        <DeliveryDetails message={message} />
      </div>
      {callback ? <CallbackCard callback={callback} /> : null}
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.main} aria-busy="true">
      <Card>
        <div className={classes.skeletons}>
          {['48%', '80%', '64%', '100%'].map((width) => (
            <Skeleton key={width} height={16} width={width} />
          ))}
        </div>
      </Card>
      <Card>
        <Skeleton height={180} />
      </Card>
    </div>
  );
}

function Failed({ error, back, onRetry }: { error: Error; back: Back; onRetry: () => void }) {
  const t = useText();
  const missing = error instanceof ApiError && error.status === 404;
  const action: ReactNode = missing ? (
    <Button variant="outline" component={Link} to={back.to} state={back.state}>
      {t('message.backToLogs')}
    </Button>
  ) : (
    <Button variant="outline" onClick={onRetry}>
      {t('list.tryAgain')}
    </Button>
  );
  return (
    <Card padded={false}>
      <EmptyState text={missing ? t('message.missing') : wordsFor(error)} action={action} />
    </Card>
  );
}

export default withTexts(MessagePage, logs);
