// A process: the carrier over HTTP, with a script of faults and a journal of its own. After a restart it
// still sends the receipts of its previous life, and knows none of its tokens. SIGUSR2 ends all faults.
import { readProfile } from '../../../server/src/carriers/links/http/profile.ts';
import type { Plan } from '../../../server/src/carriers/links/http/simulator/plan.ts';
import { startHttpSimulator } from '../../../server/src/carriers/links/http/simulator/simulator.ts';
import { readCarrierOptions } from './carrierOptions.ts';
import { HTTP_LINK, openHttpScript, planOf } from './misbehaviour.ts';
import { type CarrierEvent, openJournal, type ReceiptWord, readJournal } from './record.ts';

/** Longer than the service waits for an answer. */
const SLOW_MS = 12_000;
const OUTCOMES = {
  DELIVERED: 'delivered',
  UNDELIVERABLE: 'undelivered',
  EXPIRED: 'undelivered',
  REJECTED: 'rejected',
} as const;

const options = readCarrierOptions();
const past = readJournal<CarrierEvent>(options.journal);
const write = openJournal<CarrierEvent>(options.journal);
const script = openHttpScript(Number(options.seed), options.without.split(','));
let calm = options.calm;

const simulator = await startHttpSimulator({
  profile: readProfile(HTTP_LINK.profile, '.'),
  port: Number(options.port),
  slowMs: SLOW_MS,
  hits: (fault) => !calm && Math.random() < (script(Date.now() - Number(options.started))[fault] ?? 0),
  planOf: planTo,
  onTaken({ n, ids, values: { to = '', from = '', callback = '' } }) {
    const about = {
      link: HTTP_LINK.id,
      to,
      from,
      part: 1,
      parts: 1,
      receiptId: ids[0]!,
      spoiled: null,
      callback,
    };
    write({ kind: 'take', at: Date.now(), n: -n, ...about });
  },
  onAnswered: ({ n }) => write({ kind: 'answer', at: Date.now(), n: -n }),
  onReceipted({ n, values: { to = '' } }) {
    write({ kind: 'receipt', at: Date.now(), n: -n, state: planOf(to) as ReceiptWord, first: true });
  },
});
process.on('SIGUSR2', () => {
  calm = true;
});
// Ends with the process that started it.
process.on('disconnect', () => process.exit(0));

const sent = new Set(past.flatMap((event) => (event.kind === 'receipt' ? [event.n] : [])));
for (const event of past) {
  if (event.kind !== 'take' || sent.has(event.n)) continue;
  const { n, receiptId, to, from, callback = '' } = event;
  simulator.resume({ n: -n, ids: [receiptId], values: { to, from, callback }, plan: planTo(to) });
}

/** The plan of a number is the same at every attempt; its receipt takes up to a second. */
function planTo(to: string): Plan {
  const delayMs = 100 + Math.random() * 900;
  return { outcome: OUTCOMES[planOf(to)], delayMs, isReceiptFirst: false, throttledTimes: 0 };
}
