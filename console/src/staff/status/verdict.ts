// The state of the service in one sentence, or its faults, worst first, each with the page on which to act.
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staff/status';
import type { Translate } from '../../text/useText.ts';
import { staffPaths } from '../paths.ts';
import { age } from './tables.tsx';

/** Longer waits than these are worth a sentence. */
const LATE_MESSAGE_S = 60;
const LATE_CALLBACK_S = 300;

/** A sentence, and the page that shows more about it. */
export type Sentence = { text: string; action?: { label: string; to: string } };

export type Verdict = { tone: 'success' | 'warning' | 'danger'; sentences: Sentence[] };

type State = Pick<StatusAnswer, 'ledger'> & {
  figures: StatusFigures;
  /** The cases that wait for the person who looks. */
  work: number;
};

export function verdictOf(state: State, t: Translate): Verdict {
  const { figures, work } = state;
  const dangers = dangersOf(state, t);
  const warnings = warningsOf(figures, t);
  if (dangers.length + warnings.length === 0) {
    const waiting = figures.lanes.reduce((sum, lane) => sum + lane.waiting, 0);
    return {
      tone: 'success',
      sentences: [{ text: t('staff.verdict.good', { waiting, work }), ...(work > 0 ? toInbox(t) : {}) }],
    };
  }
  return {
    tone: dangers.length > 0 ? 'danger' : 'warning',
    sentences: [
      ...dangers,
      ...warnings,
      ...(work > 0 ? [{ text: t('staff.verdict.work', { work }), ...toInbox(t) }] : []),
    ],
  };
}

/** Money that does not add up, links that are down, and messages that do not leave. */
function dangersOf({ figures, ledger }: State, t: Translate): Sentence[] {
  const running = figures.links.filter(({ paused }) => !paused);
  const down = running.filter((link) => link.sessions > 0 && link.bound_sessions === 0);
  const oldest = Math.max(0, ...figures.lanes.map((lane) => lane.oldest_seconds));
  const differences = ledger?.differences ?? 0;
  return [
    ...(differences > 0 ? [{ text: t('staff.verdict.ledger', { differences }) }] : []),
    ...(figures.links.length === 0 ? [{ text: t('staff.verdict.noLinks'), ...toLinks([], t) }] : []),
    ...(down.length > 0 ? [{ text: t('staff.verdict.down', named(down)), ...toLinks(down, t) }] : []),
    ...(oldest > LATE_MESSAGE_S
      ? [{ text: t('staff.verdict.oldest', { age: age(oldest, t) }), ...toLinks([], t) }]
      : []),
  ];
}

function warningsOf({ links, receipts, callbacks, mails }: StatusFigures, t: Translate): Sentence[] {
  const paused = links.filter((link) => link.paused);
  const unhealthy = links.filter((link) => !link.paused && link.health !== 'OPEN');
  const delivery = links.filter((link) => link.delivery_low);
  const balance = links.filter((link) => link.balance_low);
  return [
    ...(unhealthy.length > 0
      ? [{ text: t('staff.verdict.unhealthy', named(unhealthy)), ...toLinks(unhealthy, t) }]
      : []),
    ...(delivery.length > 0
      ? [{ text: t('staff.verdict.delivery', named(delivery)), ...toLinks(delivery, t) }]
      : []),
    ...(balance.length > 0
      ? [{ text: t('staff.verdict.balance', named(balance)), ...toLinks(balance, t) }]
      : []),
    ...(paused.length > 0 ? [{ text: t('staff.verdict.paused', named(paused)), ...toLinks(paused, t) }] : []),
    ...(receipts.set_aside > 0
      ? [{ text: t('staff.verdict.setAside', { count: receipts.set_aside }), ...toLinks([], t) }]
      : []),
    ...(receipts.dropped
      ? [{ text: t('staff.verdict.dropped', { count: receipts.dropped }), ...toLinks([], t) }]
      : []),
    ...(callbacks.oldest_seconds > LATE_CALLBACK_S
      ? [{ text: t('staff.verdict.callbacks', { age: age(callbacks.oldest_seconds, t) }) }]
      : []),
    ...(mails.retried > 0 ? [{ text: t('staff.verdict.mails', { count: mails.retried }) }] : []),
  ];
}

const toInbox = (t: Translate) => ({
  action: { label: t('staff.verdict.openInbox'), to: staffPaths.inbox },
});

/** Leads to the page of the link, or to the list if there are several. */
const toLinks = ([first, ...others]: { link: string }[], t: Translate) => ({
  action:
    first && others.length === 0
      ? { label: t('staff.verdict.openLink', first), to: staffPaths.carrier(first.link) }
      : { label: t('staff.verdict.openLinks'), to: staffPaths.carriers },
});

const named = (links: { link: string }[]) => ({
  links: links.map(({ link }) => link).join(', '),
  count: links.length,
});
