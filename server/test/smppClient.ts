// A customer's SMPP program: the npm package `smpp`, another implementation than ours, over TCP.
import type { NewSmppAccount } from '@godwit/contract/smppAccounts';
import smpp, { type PDU, type Session } from 'smpp';
import { afterAll } from 'vitest';
import { passOnWakes } from '../src/callbacks/wake.ts';
import type { Settings } from '../src/settings.ts';
import { type SmppService, startSmpp } from '../src/smppAccounts/start.ts';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { waitFor } from './database.ts';

type Fields = Record<string, unknown>;
type Command = 'submit_sm' | 'submit_multi' | 'query_sm' | 'cancel_sm' | 'enquire_link' | 'unbind';

/**
 * Accepts binds for an application on any free port, until the file's last test; `changed` overrides its
 * settings.
 */
export async function listen(t: TestApp, changed: Partial<Settings> = {}): Promise<SmppService> {
  passOnWakes(t.signals);
  const services = { ...t.services, settings: { ...t.services.settings, ...changed } };
  const service = await startSmpp(services, { accept: t.messaging.accept, signals: t.signals });
  afterAll(() => service.stop());
  return service;
}

/** Creates an SMPP account of a project over HTTP. */
export async function makeAccount(
  browser: Browser,
  projectId: string,
  form: Record<string, string> = {},
): Promise<NewSmppAccount> {
  const made = await browser.post(`/v1/web/projects/${projectId}/smpp_accounts`, {
    mode: 'TEST',
    name: 'Bank',
    ...form,
  });
  if (made.statusCode !== 200) throw new Error(`no account: ${made.body}`);
  return made.json() as NewSmppAccount;
}

/** On a loaded machine, a receipt that precedes its response is matched again after 30 s. */
export const RECEIPT_MS = 45_000;

export type Client = {
  session: Session;
  /** The response to the bind. */
  bound: PDU;
  delivers: PDU[];
  closed: Promise<void>;
  ask(command: Command, fields?: Fields): Promise<PDU>;
  /** Waits for the receipt of a message. */
  receipt(messageId: unknown): Promise<PDU>;
};

type BindOptions = {
  as?: 'bind_transceiver' | 'bind_receiver' | 'bind_transmitter';
  answerDelivers?: boolean;
  /** The authority it trusts, and the name it expects. */
  tls?: { ca: string; servername: string };
  /** The client's address. */
  localAddress?: string;
};

/** Connects and binds; `answerDelivers` false leaves every deliver_sm unanswered. */
export async function bind(
  port: number,
  { system_id, password }: { system_id: string; password: string },
  { as = 'bind_transceiver', answerDelivers = true, tls, localAddress }: BindOptions = {},
): Promise<Client> {
  const session = smpp.connect({
    host: '127.0.0.1',
    port,
    ...(tls && { tls: true, ...tls }),
    ...(localAddress && { localAddress }),
  });
  const delivers: PDU[] = [];
  const closed = new Promise<void>((resolve) => session.on('close', () => resolve()));
  session.on('error', () => {});
  session.on('deliver_sm', (pdu: PDU) => {
    delivers.push(pdu);
    if (answerDelivers) session.send(pdu.response());
  });
  session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()));
  session.on('unbind', (pdu: PDU) => {
    session.send(pdu.response());
    session.close();
  });
  afterAll(() => session.destroy());
  await Promise.race([
    new Promise<void>((resolve) => session.on(tls ? 'secureConnect' : 'connect', () => resolve())),
    closed.then(() => Promise.reject(new Error('the connection was dropped'))),
  ]);
  session.socket.setNoDelay(true);
  const bound = await new Promise<PDU>((resolve) => session[as]({ system_id, password }, resolve));
  return {
    session,
    bound,
    delivers,
    closed,
    ask: (command, fields = {}) => new Promise((resolve) => session[command](fields, resolve)),
    receipt: (messageId) =>
      waitFor(() => delivers.find((pdu) => pdu.receipted_message_id === messageId), {
        what: `the receipt of ${String(messageId)}`,
        timeoutMs: RECEIPT_MS,
      }),
  };
}

export const textIn = (pdu: PDU): string => (pdu.short_message as { message: string }).message;
