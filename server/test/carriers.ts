// A delivery engine for tests: a database, the application, carriers and simulators on real sockets, with
// short intervals.
import { classOfBoolean } from '@godwit/contract/contentClass';
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { SendRequest } from '@godwit/contract/publicApi/send';
import { type Simulator, type SimulatorOptions, startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll } from 'vitest';
import {
  type LinkConfig,
  type Network,
  type SmppConfig,
  simulatorLinks,
} from '../src/carriers/links/config.ts';
import { groupLinks } from '../src/carriers/links/groups.ts';
import { receiptUrl } from '../src/carriers/receipts/push.ts';
import { TIMINGS, type Timings } from '../src/carriers/sending/dispatch.ts';
import { type Carriers, startCarriers } from '../src/carriers/start.ts';
import { openReceiver } from '../src/incoming/receive/receive.ts';
import { openSendingProfiles } from '../src/messages/accept/sendingProfile.ts';
import type { Settings } from '../src/settings.ts';
import { type TestApp, testApp } from './app.ts';
import { waitFor } from './database.ts';
import { addSender, credit, makeSender, verifyTeam } from './factories.ts';

/**
 * Short polling intervals. Leases and timeouts keep their length: on a loaded machine shorter ones would put
 * messages in doubt.
 */
export const SHORT: Timings = {
  ...TIMINGS,
  doubtMs: 500,
  pollMs: 20,
  recoverEveryMs: 50,
  reportEveryMs: 50,
  checkedForMs: 1,
  receiptPollMs: 60,
  askDoubtMs: 60,
  countEveryMs: 50,
  balanceEveryMs: 200,
};

export type Engine = TestApp & {
  simulator: Simulator;
  carriers: Carriers;
  links: LinkConfig[];
};

/**
 * Starts an engine whose TEST and LIVE links connect to one simulator. `change` alters the links, `more`
 * precede them; `now` is the clock for hours.
 */
export async function startEngine(
  options: SimulatorOptions = {},
  {
    timings = SHORT,
    change = (link: SmppConfig): LinkConfig => link,
    more = [],
    now = Date.now,
    settings = {},
  }: {
    timings?: Timings;
    change?: (link: SmppConfig) => LinkConfig;
    more?: LinkConfig[];
    now?: () => number;
    settings?: Partial<Settings>;
  } = {},
): Promise<Engine> {
  const simulator = await startSimulator(options);
  const links = [...more, ...simulatorLinks(simulator.port, ['TEST', 'LIVE']).map(change)];
  const t = await testApp(settings, { simulatorPort: simulator.port, links: () => links });
  const { pool, log } = t.services;
  const incoming = openReceiver({ pool, signals: NO_SIGNALS, log });
  const carriers = await startCarriers(
    {
      ...{
        pool,
        signals: NO_SIGNALS,
        sendingProfiles: openSendingProfiles(pool, NO_SIGNALS),
        log,
        ...{ countryRules: t.services.countryRules, secrets: t.services.secrets, timings, now },
      },
      onIncoming: incoming.take,
      receiptUrl: (id) => receiptUrl(t.services, id),
    },
    links,
  );
  t.messaging.sendOver(carriers.reserveSlots);
  afterAll(async () => {
    await carriers.stop();
    await incoming.stop();
    await simulator.close();
  });
  return { ...t, simulator, carriers, links };
}

/** Switches an engine to a network as a reload of its file does: first the links, then accept. */
export async function useNetwork(
  { carriers, messaging }: Pick<Engine, 'carriers' | 'messaging'>,
  { links, rules }: Network,
): Promise<void> {
  await carriers.reload(links, rules);
  const { find, takesTlvs } = groupLinks(links, rules);
  Object.assign(messaging.rules, { linkGroup: find, takesTlvs });
}

/** Handlers for carriers without incoming messages. */
export const NO_INCOMING = { onIncoming: async () => 0 };

/** No wake-ups: the engine has to find everything by polling, as it must if a signal is lost. */
const NO_SIGNALS = { send() {}, on: () => () => {}, close: async () => {} };

/** A verified team with a project, money and the sender id 'Lanka Shop'. */
export async function makeLiveSender(
  t: TestApp,
  { amount = '1000', promotional = false, contentClass = classOfBoolean(promotional) } = {},
) {
  const sender = await makeSender(t);
  await verifyTeam(t, sender.teamId);
  await addSender(t, {
    teamId: sender.teamId,
    projectId: sender.project.id,
    sender: 'Lanka Shop',
    contentClass,
  });
  await credit(t, sender.teamId, amount);
  return sender;
}

type Sender = Awaited<ReturnType<typeof makeSender>>;

/** Sends a message through the public API; fails on anything but 201. */
export async function send(
  t: TestApp,
  sender: Sender,
  message: { to: string } & Partial<SendRequest>,
  mode: 'TEST' | 'LIVE' = 'TEST',
): Promise<SmsObject> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization[mode] },
    payload: { from: mode === 'LIVE' ? 'Lanka Shop' : 'SANDBOX', body: 'Hello', ...message },
  });
  if (answer.statusCode !== 201) throw new Error(`not accepted: ${answer.body}`);
  return answer.json() as SmsObject;
}

/** Reads a message. */
export async function read(t: TestApp, sender: Sender, { id, mode }: SmsObject): Promise<SmsObject> {
  const headers = { authorization: sender.authorization[mode] };
  return (await t.app.inject({ url: `/v1/messages/${id}`, headers })).json() as SmsObject;
}

/**
 * Waits until a message has this public status. The time limit covers a receipt that precedes its response:
 * it is matched again after 30 s.
 */
export function reaches(
  t: TestApp,
  sender: Sender,
  message: SmsObject,
  status: SmsObject['status'],
): Promise<SmsObject> {
  return waitFor(
    async () => {
      const now = await read(t, sender, message);
      return now.status === status ? now : null;
    },
    { what: `${message.to} ${status}`, timeoutMs: 45_000 },
  );
}

/** How often the carrier accepted a message with this text, without throttled attempts. */
export function submitsOf({ simulator }: Engine, text: string): number {
  const keys = [...simulator.stats().messages].filter(([key]) => key.includes(text));
  return keys.reduce((sum, [, count]) => sum + count, 0);
}
