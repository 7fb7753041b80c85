// The carrier's script: the faults of each link and their times, drawn from the seed.
import type { LinkConfig } from '../../../server/src/carriers/links/config.ts';
import { HTTP_FAULTS, type HttpFault } from '../../../server/src/carriers/links/http/simulator/faults.ts';
import { seeded, shareOf } from '../random.ts';
import type { Plan } from './record.ts';

/** The faults of a link; in a phase each has the share of submits or receipts that it affects. */
export const FAULTS = [
  'throttled',
  'queueFull',
  'temporary',
  'silent',
  'late',
  'slow',
  'disconnects',
  'receiptFirst',
  'duplicates',
  'reordered',
  'contradicts',
  'nulBytes',
  'emptyIds',
  'longIds',
  'repeatedIds',
  'strangers',
  'textsLikeReceipts',
] as const;
export type Fault = (typeof FAULTS)[number];
type Phase<Name extends string> = { untilMs: number; faults: Partial<Record<Name, number>> };

/** The SMPP links of the run, by number prefix; the last one carries all other numbers. */
export const LINKS = [
  { id: 'hex', prefix: '9471', message_id: 'hex', long_messages: 'udh' },
  { id: 'dec', prefix: '9477', message_id: 'dec', long_messages: 'udh' },
  { id: 'text', prefix: '9476', message_id: 'text', long_messages: 'sar' },
  { id: 'second', prefix: '9470', message_id: 'hex', long_messages: 'payload' },
  { id: 'backup', prefix: '', message_id: 'text', long_messages: 'udh' },
] as const;
/** The link over HTTP; its carrier pushes receipts and is asked for them. */
export const HTTP_LINK = {
  id: 'http',
  prefix: '9474',
  profile: 'telstra',
  secrets: { client_id: 'chaos', client_secret: 'chaos' },
} as const;
/** The number prefixes that have a link of their own. */
export const PREFIXES = [...LINKS, HTTP_LINK].map(({ prefix }) => prefix).filter(Boolean);
export const WINDOW = 20;
/** The service's own timeout; the judge uses it to tell late responses. */
export const RESPONSE_TIMEOUT_MS = 10_000;

/** The carriers file of the service; `portOf` returns the port of each link. */
export function carriersFile(portOf: (id: string) => number): object[] {
  const smpp = LINKS.map(
    ({ id, prefix, ...rest }): Partial<LinkConfig> => ({
      ...rest,
      id,
      host: '127.0.0.1',
      port: portOf(id),
      system_id: id,
      password: 'chaos',
      window: WINDOW,
      throughput: 300,
      routes:
        prefix === ''
          ? ['', ...PREFIXES].map((each) => ({ prefix: each, tier: each === '' ? 1 : 2, weight: 1 }))
          : [{ prefix, tier: 1, weight: 1 }],
    }),
  );
  const { prefix, ...http } = HTTP_LINK;
  const base = `http://127.0.0.1:${portOf(http.id)}`;
  return [...smpp, { ...http, base, connections: WINDOW, throughput: 300, routes: [{ prefix }] }];
}

/** The faults of a link's script. The backup link is only ever slow. */
const faultsOf = (linkId: string): readonly Fault[] => (linkId === 'backup' ? ['slow'] : FAULTS);

/** The script of an SMPP link, without the faults in `without`: see `scriptOf`. */
export const openScript = (seed: number, linkId: string, without: readonly string[] = []) =>
  scriptOf(seed, linkId, without, faultsOf(linkId));

/** The script of the link over HTTP. */
export const openHttpScript = (seed: number, without: readonly string[]) =>
  scriptOf<HttpFault>(seed, HTTP_LINK.id, without, HTTP_FAULTS);

/** Returns the faults of a link at an instant, in ms since the start of the run. */
function scriptOf<Name extends string>(
  seed: number,
  linkId: string,
  without: readonly string[],
  known: readonly Name[],
): (atMs: number) => Phase<Name>['faults'] {
  const random = seeded(`${seed} link ${linkId}`);
  const faults = known.filter((fault) => !without.includes(fault));
  const phases: Phase<Name>[] = [];
  return (atMs) => {
    while ((phases.at(-1)?.untilMs ?? 0) <= atMs) {
      const untilMs = (phases.at(-1)?.untilMs ?? 0) + random.between(3_000, 9_000);
      const count = random.chance(0.2) ? 0 : random.between(1, 4);
      const chosen = random.shuffled(faults).slice(0, count);
      // Sometimes everything at once: a link that throttles or is silent completely.
      const share = () => (random.chance(0.15) ? 1 : 0.05 + random.next() * 0.25);
      const shares = Object.fromEntries(chosen.map((fault) => [fault, share()]));
      phases.push({ untilMs, faults: shares as Phase<Name>['faults'] });
    }
    return phases.find(({ untilMs }) => untilMs > atMs)!.faults;
  };
}

/** The carrier's outcome for a number. */
export function planOf(to: string): Plan {
  const share = shareOf(to);
  if (share < 0.01) return 'REJECTED';
  if (share < 0.08) return 'UNDELIVERABLE';
  return share < 0.1 ? 'EXPIRED' : 'DELIVERED';
}
