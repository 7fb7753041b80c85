// Reviews and sends a message. The table has a row per recipient, which goes from Pending to Sent or Failed;
// numbers that are left out come first.
import { Box, Button, Progress, Stack, Text } from '@mantine/core';
import { type Icon, IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { teamsQuery } from '../../api/accounts.ts';
import { isError } from '../../api/errors.ts';
import { sendMessage } from '../../api/messages.ts';
import {
  ReviewBody,
  ReviewFoot,
  ReviewModal,
  ReviewRow,
  ReviewRows,
  ReviewTable,
  ReviewText,
} from '../../components/dialog/ReviewModal.tsx';
import { useBlockLeaving } from '../../components/form/useBlockLeaving.ts';
import { TestTag } from '../../components/frame/Mode.tsx';
import { toastError } from '../../components/toast/toast.ts';
import { formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import type { TextId } from '../../text/catalogue.ts';
import { sendReview } from '../../text/sendReview/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Pill, type Tone } from '../../ui/Pill.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import type { Entry, Problem } from './numbers.ts';
import { failureOf, isInProgress, type Outcome, outdatedOutcome } from './outcome.ts';
import { BracesNote, BrandNote, ConsentNote, Figures, OutdatedNote, useCost } from './ReviewNotes.tsx';
import type { Outcomes, Recipient, Review } from './review.ts';
import { type Keys, retryWhileInProgress, sendAll } from './sendQueue.ts';

type Props = {
  /** The review that was opened last. It stays while the dialog fades out. */
  review: Review | null;
  opened: boolean;
  keys: Keys;
  /** A note about the sending time, shown until sending starts. */
  note: ReactNode;
  /** Called repeatedly while sending with all recipients so far, before their keys are removed. */
  onSent: (sent: ReadonlySet<string>) => void;
  /** Never called while requests are in flight. `isLater`: the messages are scheduled. */
  onClose: (sent: ReadonlySet<string>, isLater: boolean) => void;
};

export const ReviewDialog = withTexts(MessageReview, sendReview);

function MessageReview({ review, opened, keys, note, onSent, onClose }: Props) {
  const t = useText();
  const work = useSending(review, keys, onSent);
  const { sending, outcomes } = work;

  function close(): void {
    const isLater = [...outcomes.values()].some((outcome) => outcome.sent && outcome.isLater);
    if (!sending) onClose(sentOf(outcomes), isLater);
  }

  return (
    <ReviewModal opened={opened} onClose={close} locked={sending} title={t('action.sendSms')}>
      {review ? (
        <>
          <ReviewBody>
            <ReviewText>
              {sending || outcomes.size > 0 ? null : (
                <p>{t('send.deliveredTo', { count: review.recipients.length })}</p>
              )}
              <Result outcomes={outcomes} sending={sending} />
              {review.leftOut.length > 0 ? (
                <p>{t('send.leftOutOf', { count: review.leftOut.length })}</p>
              ) : null}
              {sending || outcomes.size > 0 ? null : (
                <p>{t('send.pendingUntil', { action: t(sendLabel(review)) })}</p>
              )}
              {review.zone ? <p>{t('send.goesAt', { time: review.sendTime, zone: review.zone })}</p> : null}
              <Figures review={review} />
              <OutdatedNote review={review} />
              <BracesNote body={review.form.body} />
              <BrandNote review={review} />
              {sending || outcomes.size > 0 ? null : <ConsentNote review={review} />}
              {note && !sending && outcomes.size === 0 ? (
                <Box mt={12} c="var(--text)" fz={13}>
                  {note}
                </Box>
              ) : null}
            </ReviewText>
            <ReviewRows>
              <OutcomeTable review={review} outcomes={outcomes} sending={sending} />
            </ReviewRows>
          </ReviewBody>
          <Actions review={review} work={work} onClose={close} />
        </>
      ) : null}
    </ReviewModal>
  );
}

/** Says what happened, instead of what will happen. */
function Result({ outcomes, sending }: { outcomes: Outcomes; sending: boolean }) {
  const t = useText();
  const failed = [...outcomes.values()].filter((outcome) => !outcome.sent).length;
  const result = outcomes.size > 0 ? t('send.outcome', { failed, sent: outcomes.size - failed }) : null;
  return (
    <Text role="status" inherit c="var(--text)" fw={500}>
      {sending ? t('action.sending') : result}
    </Text>
  );
}

const sendLabel = ({ zone }: Review) => (zone === null ? 'action.send' : 'send.schedule');

type ActionsProps = { review: Review; work: ReturnType<typeof useSending>; onClose: () => void };

function Actions({ review, work: { sending, outcomes, send }, onClose }: ActionsProps) {
  const t = useText();
  const total = review.recipients.length;
  const failures = [...outcomes.values()].filter((outcome) => !outcome.sent);
  const cost = useCost(review);
  const { region } = useTeam();
  const started = sending || outcomes.size > 0;
  const isTest = review.form.mode === 'TEST';
  const isLater = review.zone !== null;
  const finished = started && !sending;
  // No retry can change an outcome.
  const settled = finished && failures.every((outcome) => outcome.final);
  const [only] = total === 1 ? outcomes.values() : [];
  const sentMessage = settled && only?.sent ? only : null;
  const closeButton = useRef<HTMLButtonElement>(null);
  const messageLink = useRef<HTMLAnchorElement>(null);

  // The send button, which had the focus, has disappeared.
  useEffect(() => {
    if (settled) (messageLink.current ?? closeButton.current)?.focus();
  }, [settled]);

  // A test costs nothing.
  const withAmount = (verb: string) =>
    isTest || cost === null ? verb : `${verb} · ${formatPrice(cost, region.currency_symbol)}`;
  const progress = (
    // On wide screens it reserves its space, so the buttons do not move when sending starts.
    <Stack
      gap={8}
      w={{ base: '100%', sm: 280 }}
      display={started ? 'flex' : { base: 'none', sm: 'flex' }}
      style={{ visibility: started ? 'visible' : 'hidden' }}
    >
      <Text c="dimmed" fz={13}>
        {t('send.done', { done: outcomes.size, all: total })}
      </Text>
      <Progress value={(outcomes.size / total) * 100} size={4} aria-hidden="true" />
    </Stack>
  );
  return (
    <ReviewFoot progress={progress}>
      <Button
        ref={closeButton}
        variant={settled && !sentMessage ? 'filled' : 'outline'}
        disabled={sending}
        onClick={onClose}
      >
        {t(finished ? 'action.close' : 'send.makeChanges')}
      </Button>
      {sentMessage ? (
        <Button ref={messageLink} component={Link} to={paths.message(sentMessage.id)}>
          {t(sentMessage.isLater ? 'send.seeMessage' : 'send.watch')}
        </Button>
      ) : null}
      {settled ? null : (
        <SubmitButton
          busy={sending}
          busyLabel={t(isLater ? 'send.scheduling' : 'action.sending')}
          color={isTest ? 'rust' : 'tide'}
          badge={isTest ? <TestTag /> : undefined}
          onClick={() => void send()}
        >
          {finished ? t('send.retry') : withAmount(t(sendLabel(review)))}
        </SubmitButton>
      )}
    </ReviewFoot>
  );
}

type OutcomeTableProps = { review: Review; outcomes: Outcomes; sending: boolean };

function OutcomeTable({ review, outcomes, sending }: OutcomeTableProps) {
  const t = useText();
  const rows = useRef<HTMLElement>(null);

  // When sending ends, the first failure scrolls into view: it can be hidden among hundreds of rows.
  useEffect(() => {
    if (!sending) rows.current?.querySelector('[data-failed]')?.scrollIntoView({ block: 'nearest' });
  }, [sending]);

  return (
    <ReviewTable ref={rows} label={t('field.recipients')} status>
      {review.leftOut.map((entry) => (
        <LeftOutRow key={entry.key} entry={entry} />
      ))}
      {review.recipients.map((recipient, index) => (
        <Row
          key={recipient.to}
          recipient={recipient}
          review={review}
          // All recipients get the same text, so only the first row shows it in full.
          whole={index === 0}
          outcome={outcomes.get(recipient.to)}
        />
      ))}
    </ReviewTable>
  );
}

const REASONS: Record<Problem, TextId> = {
  lacksCode: 'send.whyLacksCode',
  badFormat: 'send.whyBadFormat',
  badNumber: 'send.whyBadNumber',
  unreachable: 'send.whyUnreachable',
  landline: 'send.whyLandline',
};

const LeftOutRow = memo(function LeftOutRow({ entry: { shown, problem } }: { entry: Entry }) {
  const t = useText();
  return (
    <ReviewRow
      number={shown}
      from=""
      sendTime=""
      message={problem ? t(REASONS[problem]) : ''}
      whole
      status={
        <Pill tone="warning" icon={IconMinus}>
          {t('send.isLeftOut')}
        </Pill>
      }
    />
  );
});

type RowProps = { recipient: Recipient; review: Review; whole: boolean; outcome: Outcome | undefined };

// Memoized, because there can be hundreds of rows and few of them change.
const Row = memo(function Row({ recipient, review, whole, outcome }: RowProps) {
  const { form, sendTime } = review;
  return (
    <ReviewRow
      number={recipient.shown}
      from={form.from}
      sendTime={sendTime}
      message={form.body}
      whole={whole}
      reason={outcome && !outcome.sent ? outcome.reason : null}
      status={<OutcomePill review={review} outcome={outcome} />}
    />
  );
});

const STATES: Record<'send.pending' | 'status.SENT' | 'status.FAILED', { tone: Tone; icon: Icon }> = {
  'send.pending': { tone: 'neutral', icon: IconQuestionMark },
  'status.SENT': { tone: 'info', icon: IconCheck },
  'status.FAILED': { tone: 'danger', icon: IconX },
};

function OutcomePill({ review, outcome }: { review: Review; outcome: Outcome | undefined }) {
  const t = useText();
  const state = outcome ? (outcome.sent ? 'status.SENT' : 'status.FAILED') : 'send.pending';
  const hint = outcome ? undefined : t('send.pendingUntil', { action: t(sendLabel(review)) });
  return (
    <span title={hint}>
      <Pill {...STATES[state]}>{t(state)}</Pill>
    </span>
  );
}

// Rendering hundreds of rows after each response would take longer than sending.
const RENDER_INTERVAL_MS = 250;

const NO_OUTCOMES: Outcomes = new Map();

const sentOf = (outcomes: Outcomes): ReadonlySet<string> =>
  new Set([...outcomes].filter(([, { sent }]) => sent).map(([to]) => to));

/** Sends a review. A retry uses the same keys for the failed recipients. A new review has no outcomes. */
function useSending(review: Review | null, keys: Keys, onSent: Props['onSent']) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [progress, setProgress] = useState({ review, outcomes: NO_OUTCOMES });
  const [sending, setSending] = useState(false);
  const outcomes = progress.review === review ? progress.outcomes : NO_OUTCOMES;
  useBlockLeaving(sending);

  async function send(): Promise<void> {
    if (!review || sending) return;
    const settled = new Map([...outcomes].filter(([, outcome]) => outcome.sent || outcome.final));
    const waiting = review.recipients.filter(({ to }) => !settled.has(to));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let verified = true;
    let known: string[] = [];
    // The review warns about keys that expired before it opened. Messages whose key expires later are not
    // sent again, because the user has seen no warning.
    const isNewlyOutdated = (to: string) =>
      !review.outdated.includes(to) && keys.outdated(review.form, [to]).length > 0;
    const show = () => {
      timer = undefined;
      setProgress({ review, outcomes: new Map(settled) });
      onSent(sentOf(settled));
      if (known.length > 0) keys.settled(review.form, known);
      known = [];
    };
    show();
    setSending(true);
    await sendAll(waiting, async ({ to }) => {
      const key = isNewlyOutdated(to) ? null : keys.keyFor(review.form, to);
      const outcome =
        key === null
          ? outdatedOutcome(t)
          : await retryWhileInProgress(() => sendMessage({ ...review.form, to }, key), isInProgress).then(
              ({ id, send_at }): Outcome => ({ sent: true, id, isLater: send_at !== null }),
              (error: unknown) => {
                verified &&= !isError(error, 'verificationNeeded');
                return failureOf(error, t);
              },
            );
      settled.set(to, outcome);
      if (outcome.sent || outcome.isUnsent) known.push(to);
      timer ??= setTimeout(show, RENDER_INTERVAL_MS);
      return verified ? 'next' : 'stop';
    });
    clearTimeout(timer);
    show();
    setSending(false);
    await queries.invalidateQueries({ queryKey: teamsQuery.queryKey });
    if (verified) return;
    toastError(t('send.notVerified'));
    await navigate(paths.requestVerification);
  }

  return { sending, outcomes, send };
}
