// A simulated HTTP carrier on a socket, made from a profile: it takes what the profile sends, and answers,
// sends receipts and fails as the carrier of that profile does. It takes any credentials.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@godwit/smpp/session/clock';
import { Schedule } from '@godwit/smpp/simulator/schedule';
import type { Profile } from '../profile.ts';
import type { RequestTemplate, Values } from '../template.ts';
import type { Hits } from './faults.ts';
import { openMessages, type Taken } from './messages.ts';
import { type Plan, planByNumber } from './plan.ts';
import { openReader, type Received } from './readRequest.ts';
import { openReceiptSender } from './receipts.ts';
import { openRefusals } from './refusals.ts';
import { type Item, type Reply, type Report, SAMPLES, type Sample } from './samples.ts';
import { openTokens } from './tokens.ts';
import { receive, reset, respond, respondHalf } from './wire.ts';

export type HttpSimulatorOptions = {
  /** A shipped profile; others have no sample of their answers. */
  profile: Profile;
  /** 127.0.0.1 if left out. */
  host?: string;
  /** Any free one if left out. */
  port?: number;
  hits?: Hits;
  answerDelayMs?: number;
  /** How late answers with the fault `slow` are. */
  slowMs?: number;
  planOf?: (to: string) => Plan;
  /** Where receipts go if requests name no address, as an account's portal sets it. */
  receiptsUrl?: () => string | undefined;
  onTaken?: (message: Taken) => void;
  /** The whole answer to a message is about to be written. */
  onAnswered?: (message: Taken) => void;
  /** The last receipt of a message was answered. */
  onReceipted?: (message: Kept) => void;
};

/** A message without the state of the run that took it. */
type Kept = Omit<Taken, 'dueMs'>;

export type HttpSimulator = {
  port: number;
  stats(): { taken: number; signIns: number; receipts: number };
  /** Sends the receipts of a message that an earlier run took. */
  resume(message: Kept): void;
  close(): Promise<void>;
};

const SLOW_MS = 40_000;
/** How long an answer waits for a receipt that must precede it. */
const RECEIPT_FIRST_MS = 1_000;
const BROKEN: Reply = { status: 500, body: 'Internal error' };
const NOT_FOUND: Reply = { status: 404, body: 'Not found' };

/** Starts the carrier. Rejects if the address is not available, or if the profile has no sample. */
export async function startHttpSimulator(options: HttpSimulatorOptions): Promise<HttpSimulator> {
  const carrier = openCarrier(options);
  const server = createServer((request, response) => {
    carrier.handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stats: carrier.stats,
    resume: carrier.resume,
    async close() {
      await carrier.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function openCarrier(options: HttpSimulatorOptions) {
  const { profile, hits = () => false } = options;
  const sample = SAMPLES[profile.profile];
  if (!sample) throw new Error(`There are no sample answers of the profile ${profile.profile}.`);
  const { login } = profile.auth;
  const { ask } = profile;
  const poll = profile.receipt?.poll;
  const readers = {
    send: openReader(signedBy(profile, profile.send)),
    ...(login && { login: openReader(login) }),
    ...(poll && { poll: openReader(signedBy(profile, poll)) }),
    ...(ask && { ask: openReader(signedBy(profile, ask)) }),
  };
  const messages = openMessages(sample.hasParts ?? false);
  const tokens = openTokens(hits);
  const refusals = openRefusals({ profile, sample, hits, hasReference: messages.hasReference });
  const taking = openTaking(options, { sample, messages, refusals });

  /** The values of each message of a request that the carrier lets in, or the answer that refuses it. */
  function enter(reader: typeof readers.send, received: Received): { all: Values[] } | { refused: Reply } {
    const all = reader.read(received);
    if (all === null)
      return { refused: { status: 400, body: `Not a request of the profile ${profile.profile}` } };
    if (login && !tokens.use(all[0]!.token)) return { refused: refusals.of('token') };
    const secrets = basicOf(profile, received);
    return { all: all.map((values) => ({ ...values, ...secrets })) };
  }

  function polled({ id = '' }: Values): Reply {
    const message = messages.find(id);
    if (!message) return { status: 404, body: {} };
    const isOpen = message.plan.outcome === 'noReceipt' || performance.now() < message.dueMs;
    const report = reportOf(profile, id, message);
    return sample!.polled!(isOpen ? { ...report, state: 'queued' } : report);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(request);
    if (received === null) return respond(response, { status: 413, body: 'Too large' });
    if (readers.login?.isFor(received))
      return respond(response, hits('login500') ? BROKEN : sample!.signedIn!(tokens.make()));
    const reader = [readers.send, readers.poll, readers.ask].find((one) => one?.isFor(received));
    if (!reader) return respond(response, NOT_FOUND);
    const entered = enter(reader, received);
    if ('refused' in entered) return respond(response, entered.refused);
    const [values] = entered.all;
    if (reader === readers.send) taking.take(entered.all, response);
    else if (reader === readers.poll) respond(response, polled(values!));
    else respond(response, sample!.asked!(messages.hasReference(values!.ref)));
  }

  const stats = () => ({ ...taking.stats(), signIns: tokens.made() });
  return { handle, stats, resume: taking.resume, close: taking.close };
}

type TakingParts = {
  sample: Sample;
  messages: ReturnType<typeof openMessages>;
  refusals: ReturnType<typeof openRefusals>;
};

/** Takes messages: refuses some, answers the others, and sends their receipts. */
function openTaking(options: HttpSimulatorOptions, { sample, messages, refusals }: TakingParts) {
  const { profile, hits = () => false, planOf = planByNumber, answerDelayMs = 0, slowMs = SLOW_MS } = options;
  const receipts = openReceiptSender(profile, sample, hits);
  const answers = new Schedule<() => void>(systemClock, (write) => write());
  let taken = 0;

  function take(all: readonly Values[], response: ServerResponse): void {
    if (hits('reset-after-body')) reset(response);
    else answer(decide(all), response);
  }

  /** The answer to a request, and its messages that are taken. */
  function decide(all: readonly Values[]): { reply: Reply; kept: Taken[] } {
    const plans = all.map(({ to = '' }) => planOf(to));
    const kinds = all.map((values, index) => refusals.kindOf(values, plans[index]!));
    const first = kinds.find((kind) => kind !== null);
    const whole = refusals.ofRequest(all[0]!) ?? (first && !sample.refusesEach ? refusals.of(first) : null);
    if (whole) return { reply: whole, kept: [] };
    const kept: Taken[] = [];
    const items = all.map((values, index): Item => {
      const [kind, to] = [kinds[index], values.to ?? ''];
      if (kind) return { to, id: '', code: refusals.codeOf(kind) };
      const message = messages.take(values, plans[index]!, hits('big-id'));
      kept.push(message);
      return { to, id: message.ids[0]!, code: null };
    });
    return { reply: sample.each ? sample.each(items) : sample.taken(kept[0]!.ids), kept };
  }

  /** Answers a request whose messages are taken, unless a fault prevents it. */
  function answer({ kept, reply }: ReturnType<typeof decide>, response: ServerResponse): void {
    if (kept.length === 0) return void respond(response, reply);
    taken += kept.length;
    for (const message of kept) options.onTaken?.(message);
    const receipted = kept.map((message) => sendReceipts(message, message.plan.delayMs));
    const write = () => {
      for (const message of kept) options.onAnswered?.(message);
      respond(response, reply);
    };
    const waitMs = hits('slow') ? slowMs : answerDelayMs;
    if (hits('lost-answer')) reset(response);
    else if (hits('half-json')) respondHalf(response, reply);
    else if (hits('silent')) return;
    else if (kept.some(({ plan }) => plan.isReceiptFirst))
      void Promise.race([Promise.all(receipted), after(answers, RECEIPT_FIRST_MS)]).then(write);
    else if (waitMs > 0) void after(answers, waitMs).then(write);
    else write();
  }

  /** Sends the receipts that the plan has, if this carrier pushes any and knows where. */
  async function sendReceipts(message: Kept, delayMs: number): Promise<void> {
    const callback = message.values.callback ?? options.receiptsUrl?.();
    if (!sample.receipt || callback === undefined || message.plan.outcome === 'noReceipt') return;
    const reports = message.ids.map((id) => reportOf(profile, id, message));
    await receipts.send({ reports, callback, values: message.values }, delayMs);
    options.onReceipted?.(message);
  }

  return {
    take,
    resume: (message: Kept) => void sendReceipts(message, message.plan.delayMs),
    stats: () => ({ taken, receipts: receipts.answered() }),
    async close() {
      answers.clear();
      await receipts.close();
    },
  };
}

/** Resolves after `ms`, unless the schedule is cleared before. */
const after = (schedule: Schedule<() => void>, ms: number): Promise<void> =>
  new Promise((resolve) => schedule.add(systemClock.nowMs() + ms, resolve));

/** A template with what the profile adds to sign each request. */
const signedBy = ({ auth }: Profile, template: RequestTemplate): RequestTemplate => ({
  ...template,
  headers: { ...auth.headers, ...template.headers },
  query: { ...auth.query, ...template.query },
});

/** The secrets in an Authorization header of the scheme Basic (RFC 7617). */
function basicOf({ auth: { basic } }: Profile, { headers }: Received): Values {
  const encoded = /^Basic (.+)$/.exec(String(headers.authorization))?.[1];
  if (!basic || encoded === undefined) return {};
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  const at = given.indexOf(':');
  const values = [given.slice(0, at), given.slice(at + 1)];
  return Object.fromEntries(basic.map((template, index) => [template.replace(/[{}]/g, ''), values[index]!]));
}

function reportOf({ receipt }: Profile, id: string, { values, plan }: Kept): Report {
  const isDelivered = plan.outcome === 'delivered';
  const [state = ''] = (isDelivered ? receipt?.delivered : receipt?.failed) ?? [];
  return { id, to: values.to ?? '', from: values.from ?? '', state, isDelivered };
}
