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
import { type Reply, type Report, SAMPLES, type Sample } from './samples.ts';
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
  const poll = profile.receipt?.poll;
  const readers = {
    send: openReader(signedBy(profile, profile.send)),
    ...(login && { login: openReader(login) }),
    ...(poll && { poll: openReader(signedBy(profile, poll)) }),
  };
  const messages = openMessages(sample.hasParts ?? false);
  const tokens = openTokens(hits);
  const refusals = openRefusals({ profile, sample, hits, hasReference: messages.hasReference });
  const taking = openTaking(options, { sample, messages, refusalOf: refusals.refusalOf });

  /** The values of a request that the carrier lets in, or the answer that refuses it. */
  function enter(reader: typeof readers.send, received: Received): { values: Values } | { refused: Reply } {
    const values = reader.read(received);
    if (values === null)
      return { refused: { status: 400, body: `Not a request of the profile ${profile.profile}` } };
    if (login && !tokens.use(values.token)) return { refused: refusals.of('token') };
    return { values: { ...values, ...basicOf(profile, received) } };
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
    const reader = [readers.send, readers.poll].find((one) => one?.isFor(received));
    if (!reader) return respond(response, NOT_FOUND);
    const entered = enter(reader, received);
    if ('refused' in entered) return respond(response, entered.refused);
    if (reader === readers.send) taking.take(entered.values, response);
    else respond(response, polled(entered.values));
  }

  const stats = () => ({ ...taking.stats(), signIns: tokens.made() });
  return { handle, stats, resume: taking.resume, close: taking.close };
}

type TakingParts = {
  sample: Sample;
  messages: ReturnType<typeof openMessages>;
  refusalOf(values: Values, plan: Plan): Reply | null;
};

/** Takes messages: refuses some, answers the others, and sends their receipts. */
function openTaking(options: HttpSimulatorOptions, { sample, messages, refusalOf }: TakingParts) {
  const { profile, hits = () => false, planOf = planByNumber, answerDelayMs = 0, slowMs = SLOW_MS } = options;
  const receipts = openReceiptSender(profile, sample, hits);
  const answers = new Schedule<() => void>(systemClock, (write) => write());
  let taken = 0;

  function take(values: Values, response: ServerResponse): void {
    const plan = planOf(values.to ?? '');
    const isReset = hits('reset-after-body');
    const refused = isReset ? null : refusalOf(values, plan);
    if (isReset) reset(response);
    else if (refused) respond(response, refused);
    else answer(messages.take(values, plan, hits('big-id')), response);
  }

  /** Answers a message that is taken, unless a fault prevents it. */
  function answer(message: Taken, response: ServerResponse): void {
    const { plan, ids } = message;
    taken++;
    options.onTaken?.(message);
    const receipted = sendReceipts(message, plan.delayMs);
    const write = () => {
      options.onAnswered?.(message);
      respond(response, sample.taken(ids));
    };
    const waitMs = hits('slow') ? slowMs : answerDelayMs;
    if (hits('lost-answer')) reset(response);
    else if (hits('half-json')) respondHalf(response, sample.taken(ids));
    else if (hits('silent')) return;
    else if (plan.isReceiptFirst) void Promise.race([receipted, after(RECEIPT_FIRST_MS)]).then(write);
    else if (waitMs > 0) void after(waitMs).then(write);
    else write();
  }

  const after = (ms: number): Promise<void> =>
    new Promise((resolve) => answers.add(systemClock.nowMs() + ms, resolve));

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
