// Sending what the review dialog shows, and what became of it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { teamsQuery } from '../../api/accounts.ts';
import { ApiError, wordsFor } from '../../api/errors.ts';
import { type SendForm, sendMessage } from '../../api/messages.ts';
import { toastError } from '../../components/toast.ts';
import { useStay } from '../../components/useStay.ts';
import { paths } from '../../paths.ts';
import { type Text, useText } from '../../text/useText.ts';
import { createKeys, sendAll } from './sendQueue.ts';

export type Recipient = {
  /** E.164. */
  to: string;
  shown: string;
};

export type Review = {
  recipients: Recipient[];
  form: Omit<SendForm, 'to'>;
  /** The sending time in words. */
  sendTime: string;
  /** Of a scheduled time, with its offset; null for immediately. */
  zone: string | null;
};

/** What became of a recipient's message; none yet is Pending. A refusal is `final` where sending it again cannot help. */
export type Outcome = { sent: true } | { sent: false; reason: string; final: boolean };
export type Outcomes = ReadonlyMap<string, Outcome>;

// Drawing hundreds of rows with every answer would take longer than sending.
const SHOWN_EVERY_MS = 250;

const NEVER_ANSWERED = 0;
const IN_PROGRESS = 1008;
const NOT_VERIFIED = 4006;
// Refused for what the message is: 1002 to 1004, 1007, numbers (2000s) and senders, countries, texts (3000s).
const isFinal = (code: number) => [1002, 1004, 1007, 1012].includes(code) || (code >= 2000 && code < 4000);

function failure(error: unknown, t: Text): Outcome {
  const code = error instanceof ApiError ? error.code : NEVER_ANSWERED;
  if (code === NEVER_ANSWERED) return { sent: false, reason: t('send.noAnswer'), final: false };
  if (code === IN_PROGRESS) return { sent: false, reason: t('send.stillTaken'), final: false };
  return { sent: false, reason: wordsFor(error), final: isFinal(code) };
}

const NONE: Outcomes = new Map();

/** Sends a review, and its failed recipients again under their first keys. Another review begins with none settled. */
export function useSending(review: Review | null) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [keys] = useState(() => createKeys());
  const [progress, setProgress] = useState({ review, outcomes: NONE });
  const [sending, setSending] = useState(false);
  const outcomes = progress.review === review ? progress.outcomes : NONE;
  useStay(sending);

  async function send(): Promise<void> {
    if (!review || sending) return;
    const settled = new Map([...outcomes].filter(([, outcome]) => outcome.sent || outcome.final));
    const waiting = review.recipients.filter(({ to }) => !settled.has(to));
    let shown: ReturnType<typeof setTimeout> | undefined;
    let verified = true;
    const show = () => {
      shown = undefined;
      setProgress({ review, outcomes: new Map(settled) });
    };
    show();
    setSending(true);
    await sendAll(waiting, async ({ to }) => {
      const form = { ...review.form, to };
      try {
        await sendMessage(form, keys.keyFor(form));
        keys.arrived(form);
        settled.set(to, { sent: true });
      } catch (error) {
        settled.set(to, failure(error, t));
        verified &&= !(error instanceof ApiError && error.code === NOT_VERIFIED);
      }
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
