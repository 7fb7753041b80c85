// The state of the service in one sentence, or what is wrong with it, the worst first.
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staff/status';
import type { Translate } from '../../text/useText.ts';
import { age } from './tables.tsx';

/** Longer waits than these are worth a sentence. */
const LATE_MESSAGE_S = 60;
const LATE_CALLBACK_S = 300;

export type Verdict = { tone: 'success' | 'warning' | 'danger'; sentences: string[] };

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
    return { tone: 'success', sentences: [t('staff.verdict.good', { waiting, work })] };
  }
  return {
    tone: dangers.length > 0 ? 'danger' : 'warning',
    sentences: [...dangers, ...warnings, ...(work > 0 ? [t('staff.verdict.work', { work })] : [])],
  };
}

/** Money that does not add up, links that are down, and messages that do not leave. */
function dangersOf({ figures, ledger }: State, t: Translate): string[] {
  const running = figures.links.filter(({ paused }) => !paused);
  const down = running.filter((link) => link.sessions > 0 && link.bound_sessions === 0);
  const oldest = Math.max(0, ...figures.lanes.map((lane) => lane.oldest_seconds));
  const differences = ledger?.differences ?? 0;
  return [
    ...(differences > 0 ? [t('staff.verdict.ledger', { differences })] : []),
    ...(figures.links.length === 0 ? [t('staff.verdict.noLinks')] : []),
    ...(down.length > 0 ? [t('staff.verdict.down', named(down))] : []),
    ...(oldest > LATE_MESSAGE_S ? [t('staff.verdict.oldest', { age: age(oldest, t) })] : []),
  ];
}

function warningsOf({ links, receipts, callbacks, mails }: StatusFigures, t: Translate): string[] {
  const paused = links.filter((link) => link.paused);
  const unhealthy = links.filter((link) => !link.paused && link.health !== 'OPEN');
  const delivery = links.filter((link) => link.delivery_low);
  const balance = links.filter((link) => link.balance_low);
  return [
    ...(unhealthy.length > 0 ? [t('staff.verdict.unhealthy', named(unhealthy))] : []),
    ...(delivery.length > 0 ? [t('staff.verdict.delivery', named(delivery))] : []),
    ...(balance.length > 0 ? [t('staff.verdict.balance', named(balance))] : []),
    ...(paused.length > 0 ? [t('staff.verdict.paused', named(paused))] : []),
    ...(receipts.set_aside > 0 ? [t('staff.verdict.setAside', { count: receipts.set_aside })] : []),
    ...(callbacks.oldest_seconds > LATE_CALLBACK_S
      ? [t('staff.verdict.callbacks', { age: age(callbacks.oldest_seconds, t) })]
      : []),
    ...(mails.retried > 0 ? [t('staff.verdict.mails', { count: mails.retried })] : []),
  ];
}

const named = (links: { link: string }[]) => ({
  links: links.map(({ link }) => link).join(', '),
  count: links.length,
});
