// The contract between sending and a carrier link of any protocol. `links/` implements it; dispatch, routing
// and slots know a link by these types.
//
// A message waits in the queue for one of these reasons:
//   - the window is full: `capacity()` is 0 until the carrier answers submits in flight;
//   - the rate is used up: the link's rate, or this process's contract share, allows no more now;
//   - the carrier throttles: it answered "too fast" or "queue full", and the link pauses (`slowed`);
//   - the health is poor: after faults a link gets fewer messages or single probes, or is closed;
//   - staff paused it (`paused`), no session is bound (`bound`), or its carrier is closed (`outOfHours`);
//   - this process has no contract share: another process sends over the link (`elsewhere`).
// `troubleOf` gives the reason that staff and explanations show.
import type { ContentClass } from '@godwit/contract/contentClass';
import type { LINK_HEALTH } from '@godwit/contract/staff/operations';
import type { LinkConfig } from './links/config.ts';
import type { Exchanged } from './links/http/exchange.ts';
import type { RequestTemplate, Values } from './links/http/template.ts';

/**
 * The proof that recipients may see a name: the place of its registration, such as `AU *`, and its end on the
 * clock of `performance.now()`.
 */
export type SenderProof = { place: string; untilMs: number };

/**
 * A message handed to a link. `validForS`: seconds from now within which it may still be delivered. First
 * `attempts` of one campaign may share a request.
 */
export type Outgoing = {
  id: string;
  teamId: string;
  /** As the recipient sees it: see `wireSender`. */
  sender: string;
  /** The proof that the recipient may see the name; without one, some countries have it stamped. */
  proof?: SenderProof | null;
  recipient: string;
  body: string;
  contentClass: ContentClass;
  validForS: number;
  campaignId?: string | null;
  attempts?: number;
  /** Optional parameters of SMPP that its customer sends with it, packed. */
  tlvs?: Buffer | null;
};

/**
 * The parts that the carrier took, with the ids by which receipts name them. `writtenId`: the id as the
 * carrier writes it, if it can be asked about a message.
 */
export type Taken = {
  parts: number;
  taken: { part: number; carrierId: string; writtenId?: string }[];
};

/**
 * Outcomes of a message or part that the carrier did not fully take:
 * - `rejected`: refused for good, with the carrier's status. The message fails and is refunded.
 * - `retry`: certainly not taken. It may go to this or another link after `afterMs` milliseconds, and no
 *   attempt is spent. `carrierError` is the carrier's status (throttled, queue full, temporary error), or
 *   null if nothing was written. `isThrottle`: the carrier asks the link to slow down. `isOwnCode`: only the
 *   carrier defines the status. It says nothing about the link, and a few of them end a message: see
 *   `sending/ownCodes.ts`.
 * - `inDoubt`: written without an answer. The carrier may have it, so it must not go to another link until
 *   recovery settles the doubt.
 */
export type NotTaken =
  | { kind: 'rejected'; carrierError: string }
  | { kind: 'retry'; afterMs: number; carrierError: string | null; isThrottle?: true; isOwnCode?: true }
  | { kind: 'inDoubt' };

/**
 * The outcome of sending a message: `sent` if the carrier took every part. `taken` lists newly taken parts.
 */
export type SendOutcome = Taken & ({ kind: 'sent' } | NotTaken);

/**
 * `onTaken` reports parts taken while others are in flight. `onLate` reports answers that come after the
 * outcome `inDoubt`.
 */
export type SendEvents = { onTaken(some: Taken): void; onLate(outcome: SendOutcome): void };

/**
 * The reference that ties the parts of a message together (16 bits), and the numbers of the parts that a
 * carrier has.
 */
export type Progress = { reference: number; taken: ReadonlySet<number> };

/** Reads a message's progress for a link that splits it into `parts`. */
export type ReadProgress = (
  message: Pick<Outgoing, 'id' | 'recipient' | 'sender'>,
  link: LinkConfig,
  parts: number,
) => Promise<Progress>;

/**
 * The part of a link's contract with the carrier that this process may use, until `untilMs` of
 * `performance.now()`: sessions, and messages per second. `worksElsewhere`: another process sends over the
 * link.
 */
export type ContractShare = {
  sessions: number;
  throughput: number;
  untilMs: number;
  worksElsewhere: boolean;
};

/**
 * Asks an HTTP carrier something beside sending. Nothing is written after `untilMs` of `performance.now()`;
 * `signal` cuts the request.
 */
export type Ask = (
  template: RequestTemplate,
  values: Values,
  limits: { untilMs: number; signal: AbortSignal },
) => Promise<Exchanged>;

/** A link of one carrier contract in this process. */
export type Link = {
  config: LinkConfig;
  /**
   * How many messages it takes now, given its window, slots ahead, rate and pauses. A fetch from the queue
   * begins when half of the slots ahead are free; once it has begun (`isBegun`), it may fill all of them.
   */
  capacity(isBegun?: boolean): number;
  /** Sends the parts of a message that no carrier has. Never rejects for a fault of the carrier. */
  send(message: Outgoing, events: SendEvents): Promise<SendOutcome>;
  /** Whether a session that sends is bound. */
  bound(): boolean;
  /** Whether the carrier refused its account, so its sessions do not try again. */
  refused(): boolean;
  /** A paused link takes nothing new and finishes messages in flight. */
  setPaused(paused: boolean): void;
  paused(): boolean;
  /** Whether a pause that the carrier asked for lasts. */
  slowed(): boolean;
  /** Why it takes no messages, in words for staff; null while it does, or if its health tells. */
  trouble(): string | null;
  /** Only for links over HTTP. */
  ask?: Ask;
  /** Whether its carrier takes no messages at this hour, so it is not bound either. */
  outOfHours?(): boolean;
  /** State over all its sessions. `taken`: parts that the carrier took since the link was opened. */
  metrics(): {
    sessions: number;
    boundSessions: number;
    window: number;
    inFlight: number;
    taken: number;
  };
  /** Whether only other processes send over it now, so this process leaves its messages to them. */
  elsewhere(): boolean;
  /** Whether another process sends over it. */
  worksElsewhere(): boolean;
  /** The contract share that this process holds, including sessions that are closing. */
  held(): { sessions: number; throughput: number };
  /**
   * Applies a new share. A lower rate counts at once; surplus sessions close after their submits are
   * answered.
   */
  setShare(next: ContractShare): void;
  /** Ends the share when its lease is over: writes nothing more and cuts the connections. */
  lapse(): void;
  /**
   * Finishes messages in flight within `withinMs` milliseconds, and unbinds; sessions are cut after another
   * `graceMs`.
   */
  close(withinMs: number, graceMs: number): Promise<void>;
};

export type HealthState = (typeof LINK_HEALTH)[number];

/** How far a link can be trusted, judged by the outcomes of its messages. */
export type Health = {
  /** How many more messages may be handed over now. */
  capacity(): number;
  /** The fraction of its weight that the link gets, above 0 and at most 1. */
  share(): number;
  state(): HealthState;
  /** Why it is not open, in words for staff; null while it is. */
  words(): string | null;
  /** A message is about to be handed over. One call of `settled` must follow. */
  took(): void;
  /** The outcome; null if it was not handed over. `isAlone`: no other link could take messages instead. */
  settled(outcome: SendOutcome | null, isAlone?: boolean): void;
  /** A later outcome. If the carrier has the message after all, it counts as a success, however late. */
  settledLate(outcome: SendOutcome): void;
  close(): void;
};

/** A link with its health. `reserved`: messages assigned to it and not handed over yet. */
export type JudgedLink = { link: Link; health: Health; reserved: number };
export type Links = ReadonlyMap<string, JudgedLink>;

/**
 * Why a link takes no messages now, or is slowed. Null if it works or if this process holds no session of it.
 */
export function troubleOf({ link, health }: JudgedLink): 'PAUSED' | 'DOWN' | 'CLOSED' | 'THROTTLED' | null {
  if (link.paused()) return 'PAUSED';
  if (link.metrics().sessions === 0) return null;
  if (link.outOfHours?.()) return 'CLOSED';
  if (!link.bound()) return 'DOWN';
  if (['CLOSED', 'PROBING'].includes(health.state())) return 'CLOSED';
  return link.slowed() ? 'THROTTLED' : null;
}
