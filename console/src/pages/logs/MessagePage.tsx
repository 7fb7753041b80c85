// SMS Details, at `/logs/:id`: one message, its progress and its callbacks. A scheduled message can be
// cancelled.
import type { MessageDetail } from '@godwit/contract/messages/messages';
import type { Mode } from '@godwit/contract/messages/statuses';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSummary } from '@godwit/contract/projects';
import { isTextKept } from '@godwit/contract/retention';
import { may } from '@godwit/contract/roles';
import { Box, Button, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { retentionQuery } from '../../api/accounts.ts';
import { cancelMessage, messageQuery, replayCallbacks } from '../../api/messages.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { ModeLabel } from '../../components/frame/Mode.tsx';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { answerText, CallbackAnswer, isAccepted } from '../../components/message/CallbackAnswer.tsx';
import { MessageProgress } from '../../components/message/MessageProgress.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { PersonLink } from '../../components/PersonLink.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatCount, formatDay, formatInstant, formatPrice, formatTime, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useProjects, useTeam } from '../../session/context.ts';
import { useSwitchToMode } from '../../session/mode.ts';
import { logs } from '../../text/logs/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Fact, Facts, Passage } from '../../ui/Facts.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Columns } from '../../ui/Section.tsx';
import { threadAddress } from '../conversation/conversationState.ts';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import { Failure } from './Failure.tsx';
import { directionLabel } from './LogRows.tsx';
import { fromNavigation, openerPath, parseLogState, toNavigation } from './logState.ts';

function MessagePage() {
  const t = useText();
  const { id = '' } = useParams();
  const { project } = useProjects();
  const { region } = useTeam();
  const location = useLocation();
  const message = useQuery({ ...messageQuery(id, project?.id ?? ''), enabled: project !== null });
  const log = fromNavigation(location.state);
  const mode = message.data?.mode ?? log?.mode ?? null;
  const opener = openerPath(location.state);
  const back = opener ? { to: opener } : backLink(log, mode);
  const callback = message.data?.status_callback;
  useLive(project?.id, mode);
  useSwitchToMode(message.data?.mode);

  return (
    <Page
      title={t('message.title')}
      {...(mode ? { mode } : {})}
      back={back}
      actions={message.data && project ? <MessageActions message={message.data} project={project} /> : null}
    >
      {project ? null : <NoProject />}
      {project && message.isPending ? <Loading /> : null}
      {message.data ? (
        <Columns>
          <Stack gap="var(--gap)" miw={0}>
            <MessageFacts message={message.data} />
            <DeliveryDetails
              message={message.data}
              projectId={project?.id ?? ''}
              symbol={symbolOf(message.data, region)}
            />
          </Stack>
          {callback && project ? <CallbackCard id={id} callback={callback} project={project} /> : null}
        </Columns>
      ) : null}
      {message.isError && !message.data ? (
        <LoadFailed
          error={message.error}
          onRetry={() => message.refetch()}
          missing={{ text: t('message.missing'), back: t('message.backToLogs'), ...back }}
        />
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

/** Buttons to open the conversation, and to cancel the message while it is scheduled. */
function MessageActions({ message, project }: { message: MessageDetail; project: ProjectSummary }) {
  const t = useText();
  const queries = useQueryClient();
  const readable = useReadableNumber();
  const [confirm, confirmDialog] = useConfirm();
  const { id, mode, status, send_at, events } = message;
  const isScheduled = send_at !== null && status === 'ACCEPTED' && events.queued_at === null;
  const refresh = () =>
    Promise.all(['message', 'messages'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const cancel = () =>
    confirm({
      title: t('message.cancel'),
      text: t(mode === 'LIVE' ? 'message.cancelLive' : 'message.cancelTest', { to: readable(message.to) }),
      action: t('message.cancel'),
      busyLabel: t('message.cancelling'),
      cancel: t('message.keep'),
      call: async () => {
        await cancelMessage(id, project.id);
        toastSuccess(t('message.wasCancelled'));
        await refresh();
      },
      onLost: refresh,
    });
  return (
    <>
      <ModeLabel mode={mode} />
      <OpenConversation message={message} />
      {isScheduled && may(project.role, 'send') ? (
        <Button variant="outline" color="red" onClick={cancel}>
          {t('message.cancel')}
        </Button>
      ) : null}
      {confirmDialog}
    </>
  );
}

/** A message keeps the currency it was charged in, even if the team's currency changes. */
const symbolOf = ({ currency }: MessageDetail, region: ReturnType<typeof useTeam>['region']): string =>
  currency === region.currency ? region.currency_symbol : currency;

/** Links to the conversation with the other party, if the customer's number is two-way. */
function OpenConversation({ message: { direction, from, to, mode } }: { message: MessageDetail }) {
  const t = useText();
  const [own, other] = direction === 'INCOMING' ? [to, from] : [from, to];
  return isTwoWayNumber(own) ? (
    <Button variant="outline" component={Link} to={`${threadAddress(other)}&mode=${mode}`}>
      {t('message.conversation')}
    </Button>
  ) : null;
}

function MessageFacts({ message }: { message: MessageDetail }) {
  const t = useText();
  const { region } = useTeam();
  const readable = useReadableNumber();
  const { send_at: sendAt, sender_shown: seen } = message;
  const { sent_at: sentAt } = message.events;
  const isIncoming = message.direction === 'INCOMING';
  const symbol = symbolOf(message, region);
  return (
    <Card>
      <Box mb={24} maw={640}>
        <MessageProgress message={message} />
      </Box>
      {message.failure ? <Failure message={message} failure={message.failure} symbol={symbol} /> : null}
      <Facts>
        <Fact name={t('field.status')}>
          <StatusPill status={message.status} />
        </Fact>
        <Fact name={t('field.from')}>
          {isIncoming ? <PersonLink number={message.from} /> : readable(message.from)}
        </Fact>
        <Fact name={t('field.to')}>
          {isIncoming ? readable(message.to) : <PersonLink number={message.to} />}
        </Fact>
        <Fact name={t(message.mode === 'TEST' ? 'field.wouldHaveCost' : 'field.cost')}>
          {formatPrice(message.cost, symbol)}
          {message.refunded ? ` · ${t('message.refunded')}` : null}
        </Fact>
        {seen !== null && seen !== message.from ? (
          <Fact name={t('message.senderShown')} whole>
            <div>
              {seen}
              <Text fz={13} c="var(--warning)">
                {t('message.senderShownWhy')}
              </Text>
            </div>
          </Fact>
        ) : null}
        {sendAt ? (
          <Fact name={t('message.scheduledFor')} whole>
            <Moment instant={sendAt} />
          </Fact>
        ) : null}
        <Fact name={t('field.sentAt')}>{sentAt ? <Moment instant={sentAt} /> : t('field.none')}</Fact>
        <Fact name={t('nav.api')}>
          {t(directionLabel(message.direction))}
          {' · '}
          {t(`platform.${message.platform}`)}
        </Fact>
        <Fact name={t('message.length')}>{formatCount(message.length)}</Fact>
        <Fact name={t('message.pages')}>{t('logs.count', { count: message.segments })}</Fact>
        <Fact name={t('field.messageId')} whole>
          <CopyId id={message.id} label={t('logs.copyId')} />
        </Fact>
        <Fact name={t('field.content')} whole>
          {isTextKept(message) ? <Passage>{message.body}</Passage> : <RemovedText />}
          {message.missing_parts > 0 ? (
            <Text mt={8} fz={13} c="var(--warning)">
              {t('message.missingParts', { count: message.missing_parts })}
            </Text>
          ) : null}
        </Fact>
      </Facts>
    </Card>
  );
}

/** Replaces a text that was removed because its retention has ended. */
function RemovedText() {
  const t = useText();
  const days = useQuery(retentionQuery).data?.texts ?? null;
  return <Text c="dimmed">{days === null ? t('message.notKept') : t('message.notKeptAfter', { days })}</Text>;
}

function Loading() {
  return (
    <Stack gap={24} aria-busy="true">
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
    </Stack>
  );
}

type Callback = NonNullable<MessageDetail['status_callback']>;

/** The callback of a message: its URL, the last answer and all attempts. */
function CallbackCard({
  id,
  callback: { url, attempt_count: count, attempts },
  project,
}: {
  id: string;
  callback: Callback;
  project: ProjectSummary;
}) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const last = attempts.at(-1);
  const sendAgain = () =>
    confirm({
      title: t('message.callbackAgain'),
      text: t('message.callbackAgainText'),
      action: t('message.callbackAgain'),
      busyLabel: t('message.callbackAgainBusy'),
      call: async () => {
        await replayCallbacks(id, project.id);
        toastSuccess(t('message.callbackAgainDone'));
        await queries.invalidateQueries({ queryKey: ['message'] });
      },
    });
  return (
    <Card>
      <Group justify="space-between" gap="8px 16px">
        <CardTitle>{t('message.callback')}</CardTitle>
        {last ? (
          <Pill tone={isAccepted(last) ? 'success' : 'danger'} icon={isAccepted(last) ? IconCheck : IconX}>
            {answerText(last, t)}
          </Pill>
        ) : (
          <Pill tone="neutral" icon={IconClock}>
            {t('message.callbackNone')}
          </Pill>
        )}
      </Group>
      <Text className="mono" mt={12} style={{ overflowWrap: 'anywhere' }}>
        {/* Lets the URL break after a slash rather than inside a word. */}
        {url.split(/(?<=\/)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one URL, never reordered
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </Text>
      {last && may(project.role, 'send') ? (
        <Button variant="default" mt={16} onClick={sendAgain}>
          {t('message.callbackAgain')}
        </Button>
      ) : null}
      {last ? <Attempts count={count} attempts={attempts} /> : null}
      {confirmDialog}
    </Card>
  );
}

function Attempts({ count, attempts }: { count: number; attempts: Callback['attempts'] }) {
  const t = useText();
  // If all attempts are on one day, times suffice, because the page already shows the day.
  const hasDays = new Set(attempts.map(({ at }) => formatDay(at))).size > 1;
  return (
    <Box component="section" className="ruled" mt={24} pt={16}>
      <Title order={3} size="h4">
        {t('message.callbackAttempts')}
      </Title>
      {count > attempts.length ? (
        <Text mt={4} fz={13} c="dimmed">
          {t('message.callbackMore', { shown: attempts.length, attempts: count })}
        </Text>
      ) : null}
      <Box component="ol" p={0}>
        {attempts.map((attempt) => (
          <Flex component="li" key={attempt.at} wrap="wrap" columnGap={12} mt={12} fz={13}>
            <Text component="time" inherit c="dimmed" dateTime={attempt.at} title={formatUtc(attempt.at)}>
              {hasDays ? formatInstant(attempt.at) : formatTime(attempt.at)}
            </Text>
            <Box flex={1}>{attempt.status}</Box>
            <CallbackAnswer attempt={attempt} />
            {attempt.error ? (
              <Text span inherit w="100%" c="dimmed">
                {attempt.error}
              </Text>
            ) : null}
          </Flex>
        ))}
      </Box>
    </Box>
  );
}

export default withTexts(MessagePage, logs);
