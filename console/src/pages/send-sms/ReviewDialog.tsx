// The last look before sending, and the sending: a row per recipient, Pending, then Sent or Failed; numbers
// left out come first.
import { mergeFieldsOf, unknownFields } from '@godwit/contract/messages/mergeFields';
import { Box, Button, Group, Progress, Stack } from '@mantine/core';
import { type Icon, IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { teamsQuery } from '../../api/accounts.ts';
import { isError } from '../../api/errors.ts';
import { pricesQuery, type SendForm, sendMessage } from '../../api/messages.ts';
import {
  ReviewBody,
  ReviewFigures,
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
import { formatCount, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import type { TextId } from '../../text/catalogue.ts';
import { sendReview } from '../../text/sendReview/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { Pill, type Tone } from '../../ui/Pill.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { costOf } from './cost.ts';
import type { Entry, Problem } from './numbers.ts';
import { failureOf, isInProgress, type Outcome, outdatedOne } from './outcome.ts';
import { type Keys, sendAll, untilAnswered } from './sendQueue.ts';

type Props = {
  /** What was last opened; stays while the dialog fades out. */
  review: Review | null;
  opened: boolean;
  keys: Keys;
  /** About the time at which it goes, until it does. */
  note: ReactNode;
  /** Called now and then while sending, with all recipients so far, before their keys are forgotten. */
  onSent: (sent: ReadonlySet<string>) => void;
  /** `sent`: the recipients sent to; `isLater`: for a later time. Never called while calls are in flight. */
  onClose: (sent: ReadonlySet<string>, isLater: boolean) => void;
};

export const ReviewDialog = withTexts(ReviewOfMessage, sendReview);

function ReviewOfMessage({ review, opened, keys, note, onSent, onClose }: Props) {
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
              <p>{t('send.deliveredTo', { count: review.recipients.length })}</p>
              {review.leftOut.length > 0 ? (
                <p>{t('send.leftOutOf', { count: review.leftOut.length })}</p>
              ) : null}
              {sending || outcomes.size > 0 ? null : (
                <p>{t('send.pendingUntil', { action: t(sendWord(review)) })}</p>
              )}
              {review.zone ? <p>{t('send.goesAt', { time: review.sendTime, zone: review.zone })}</p> : null}
              <Figures review={review} />
              <OutdatedNote review={review} />
              <BracesNote body={review.form.body} />
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
          <Foot review={review} work={work} onClose={close} />
        </>
      ) : null}
    </ReviewModal>
  );
}

/** How many segments, and what they cost; a dash where that is not known. */
function Figures({ review: { form, recipients, segments } }: { review: Review }) {
  const t = useText();
  const { region } = useTeam();
  const prices = useQuery(pricesQuery).data;
  const numbers = useMemo(() => recipients.map(({ to }) => to), [recipients]);
  const cost = useMemo(() => prices && costOf(numbers, segments, prices), [numbers, segments, prices]);
  return (
    <ReviewFigures
      figures={[
        [t('field.messages'), formatCount(recipients.length)],
        [t('field.segments'), formatCount(recipients.length * segments)],
        [
          t(form.mode === 'TEST' ? 'review.costOfTest' : 'field.cost'),
          cost ? formatPrice(cost.total, region.currency_symbol) : t('field.none'),
        ],
      ]}
    />
  );
}

/** Braces that a campaign would fill. */
function BracesNote({ body }: { body: string }) {
  const t = useText();
  const [field] = [...mergeFieldsOf(body).map((name) => `{${name}}`), ...unknownFields(body)];
  if (field === undefined) return null;
  return (
    <Box mt={12} c="var(--text)" fz={13}>
      <NoteBox tone="warning">{t('send.mergesNot', { field })}</NoteBox>
    </Box>
  );
}

/** Names the messages that may have been sent already: a repeat can send them twice. */
function OutdatedNote({ review: { outdated, recipients } }: { review: Review }) {
  const t = useText();
  const first = recipients.find(({ to }) => to === outdated[0]);
  if (!first) return null;
  return (
    <NoteBox tone="warning">
      {t.rich('send.outdated', {
        count: outdated.length,
        number: first.shown,
        link: linkTo(paths.logs),
      })}
    </NoteBox>
  );
}

const sendWord = ({ zone }: Review) => (zone === null ? 'action.send' : 'send.schedule');

type FootProps = { review: Review; work: ReturnType<typeof useSending>; onClose: () => void };

function Foot({ review, work: { sending, outcomes, send }, onClose }: FootProps) {
  const t = useText();
  const all = review.recipients.length;
  const failures = [...outcomes.values()].filter((outcome) => !outcome.sent);
  const failed = failures.length;
  const begun = sending || outcomes.size > 0;
  const test = review.form.mode === 'TEST';
  const isLater = review.zone !== null;
  const finished = begun && !sending;
  // Nothing is left that sending again could change.
  const settled = finished && failures.every((outcome) => outcome.final);
  const [only] = all === 1 ? outcomes.values() : [];
  const watched = settled && only?.sent ? only : null;
  const close = useRef<HTMLButtonElement>(null);
  const watch = useRef<HTMLAnchorElement>(null);

  // The send button, which had the focus, is gone then.
  useEffect(() => {
    if (settled) (watch.current ?? close.current)?.focus();
  }, [settled]);

  const progress = (
    // Its place is kept where there is room for it beside the buttons.
    <Stack
      gap={8}
      w={{ base: '100%', sm: 280 }}
      display={begun ? 'flex' : { base: 'none', sm: 'flex' }}
      style={{ visibility: begun ? 'visible' : 'hidden' }}
    >
      <Group gap={12} wrap="nowrap" c="dimmed" fz={13}>
        {t('send.done', { done: outcomes.size, all })}
        <span role="status">
          {finished ? t('send.outcome', { failed, sent: outcomes.size - failed }) : null}
        </span>
      </Group>
      <Progress value={(outcomes.size / all) * 100} size={4} aria-hidden="true" />
    </Stack>
  );
  return (
    <ReviewFoot progress={progress}>
      <Button
        ref={close}
        variant={settled && !watched ? 'filled' : 'outline'}
        disabled={sending}
        onClick={onClose}
      >
        {t(finished ? 'action.close' : 'send.makeChanges')}
      </Button>
      {watched ? (
        <Button ref={watch} component={Link} to={paths.message(watched.id)}>
          {t(watched.isLater ? 'send.seeMessage' : 'send.watch')}
        </Button>
      ) : null}
      {settled ? null : (
        <SubmitButton
          busy={sending}
          busyLabel={t(isLater ? 'send.scheduling' : 'action.sending')}
          color={test ? 'rust' : 'tide'}
          badge={test ? <TestTag /> : undefined}
          onClick={() => void send()}
        >
          {t(finished ? 'send.retry' : sendWord(review))}
        </SubmitButton>
      )}
    </ReviewFoot>
  );
}

// One row per recipient, and what became of each.
type OutcomeTableProps = { review: Review; outcomes: Outcomes; sending: boolean };

function OutcomeTable({ review, outcomes, sending }: OutcomeTableProps) {
  const t = useText();
  const rows = useRef<HTMLElement>(null);

  // At the end the first failure comes into view, which among hundreds would not be found.
  useEffect(() => {
    if (!sending) rows.current?.querySelector('[data-failed]')?.scrollIntoView({ block: 'nearest' });
  }, [sending]);

  return (
    <ReviewTable ref={rows} label={t('field.recipients')} status>
      {review.leftOut.map((entry) => (
        <LeftOutRow key={entry.key} entry={entry} />
      ))}
      {review.recipients.map((recipient, place) => (
        <Row
          key={recipient.to}
          recipient={recipient}
          review={review}
          // All get the same one: read once.
          whole={place === 0}
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

// Hundreds of rows stay as they are while one changes.
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

const LOOKS: Record<'send.pending' | 'status.sent' | 'status.failed', { tone: Tone; icon: Icon }> = {
  'send.pending': { tone: 'neutral', icon: IconQuestionMark },
  'status.sent': { tone: 'info', icon: IconCheck },
  'status.failed': { tone: 'danger', icon: IconX },
};

function OutcomePill({ review, outcome }: { review: Review; outcome: Outcome | undefined }) {
  const t = useText();
  const state = outcome ? (outcome.sent ? 'status.sent' : 'status.failed') : 'send.pending';
  const why = outcome ? undefined : t('send.pendingUntil', { action: t(sendWord(review)) });
  return (
    <span title={why}>
      <Pill {...LOOKS[state]}>{t(state)}</Pill>
    </span>
  );
}

type Recipient = {
  /** E.164. */
  to: string;
  shown: string;
};

export type Review = {
  recipients: Recipient[];
  /** Numbers that the message does not go to. */
  leftOut: Entry[];
  /** Those of the recipients, E.164, to whom it may have been sent more than a day ago. */
  outdated: string[];
  form: Omit<SendForm, 'to'>;
  /** Of each message. */
  segments: number;
  /** The sending time in words. */
  sendTime: string;
  /** Of a scheduled time, with its offset; null for immediately. */
  zone: string | null;
};

type Outcomes = ReadonlyMap<string, Outcome>;

// Drawing hundreds of rows with every answer would take longer than sending.
const SHOWN_EVERY_MS = 250;

const NONE: Outcomes = new Map();

const sentOf = (outcomes: Outcomes): ReadonlySet<string> =>
  new Set([...outcomes].filter(([, { sent }]) => sent).map(([to]) => to));

/** Sends a review, and its failed recipients again under their first keys. Each review starts afresh. */
function useSending(review: Review | null, keys: Keys, onSent: Props['onSent']) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [progress, setProgress] = useState({ review, outcomes: NONE });
  const [sending, setSending] = useState(false);
  const outcomes = progress.review === review ? progress.outcomes : NONE;
  useBlockLeaving(sending);

  async function send(): Promise<void> {
    if (!review || sending) return;
    const settled = new Map([...outcomes].filter(([, outcome]) => outcome.sent || outcome.final));
    const waiting = review.recipients.filter(({ to }) => !settled.has(to));
    let shown: ReturnType<typeof setTimeout> | undefined;
    let verified = true;
    let answered: string[] = [];
    // Of those that were said in the review the person knows.
    const isUnsaid = (to: string) =>
      !review.outdated.includes(to) && keys.outdated(review.form, [to]).length > 0;
    const show = () => {
      shown = undefined;
      setProgress({ review, outcomes: new Map(settled) });
      onSent(sentOf(settled));
      if (answered.length > 0) keys.settled(review.form, answered);
      answered = [];
    };
    show();
    setSending(true);
    await sendAll(waiting, async ({ to }) => {
      const key = isUnsaid(to) ? null : keys.keyFor(review.form, to);
      const outcome =
        key === null
          ? outdatedOne(t)
          : await untilAnswered(() => sendMessage({ ...review.form, to }, key), isInProgress).then(
              ({ id, send_at }): Outcome => ({ sent: true, id, isLater: send_at !== null }),
              (error: unknown) => {
                verified &&= !isError(error, 'verificationNeeded');
                return failureOf(error, t);
              },
            );
      settled.set(to, outcome);
      if (outcome.sent || outcome.isKnown) answered.push(to);
      shown ??= setTimeout(show, SHOWN_EVERY_MS);
      return verified ? 'next' : 'stop';
    });
    clearTimeout(shown);
    show();
    setSending(false);
    await queries.invalidateQueries({ queryKey: teamsQuery.queryKey });
    if (verified) return;
    toastError(t('send.notVerified'));
    await navigate(paths.requestVerification);
  }

  return { sending, outcomes, send };
}
