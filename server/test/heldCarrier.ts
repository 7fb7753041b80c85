// A carrier that answers each submit when the test decides, and as it decides.
import type { SubmitSm } from '@godwit/smpp/codec/pdu';
import { formatReceipt, type ReceiptState } from '@godwit/smpp/codec/receipt';
import { readPart } from '@godwit/smpp/codec/split';
import { listenSmpp, type ServerConnection, type SubmitReply } from '@godwit/smpp/session/server';
import { afterAll } from 'vitest';
import type { SmppConfig } from '../src/carriers/links/config.ts';
import { waitFor } from './database.ts';

export type HeldSubmit = {
  pdu: SubmitSm;
  connection: ServerConnection;
  to: string;
  text: string;
  /** 1 for a message in one part; its reference is null. */
  part: number;
  reference: number | null;
  /** Accepts it, with an id of its own unless one is given. */
  take(messageId?: string): void;
  refuse(status: number): void;
  /** Sends the receipt of an accepted submit. */
  receipt(state: ReceiptState): Promise<unknown>;
};

export type HeldCarrier = {
  /** The bind status, by command. */
  bindStatus: (command: string) => number;
  /** Every submit so far, in order. */
  submits: HeldSubmit[];
  /** Handles submits as they arrive; without it they wait for the test. */
  onSubmit: (submit: HeldSubmit) => void;
  /** Points a link to this carrier. */
  serve(link: SmppConfig): SmppConfig;
  /** The submits to a number, once there are `count`. */
  submitsTo(to: string, count: number): Promise<HeldSubmit[]>;
};

/** Starts the carrier; it is closed after the file's last test. */
export async function startHeldCarrier(): Promise<HeldCarrier> {
  const carrier: HeldCarrier = {
    bindStatus: () => 0,
    submits: [],
    onSubmit: () => {},
    serve: (link) => ({ ...link, port: server.port, message_id: 'text' }),
    async submitsTo(to, count) {
      const found = () => carrier.submits.filter((submit) => submit.to === to);
      await waitFor(() => found().length >= count, { what: `${count} submits to ${to}` });
      return found();
    },
  };
  const server = await listenSmpp({
    host: '127.0.0.1',
    port: 0,
    authenticate: ({ command }) => carrier.bindStatus(command),
    onSubmit: (pdu, connection) =>
      new Promise<SubmitReply>((resolve) => {
        const submit = heldSubmit(`id-${carrier.submits.length + 1}`, pdu, connection, resolve);
        carrier.submits.push(submit);
        carrier.onSubmit(submit);
      }),
    onError: (error) => {
      throw error;
    },
  });
  afterAll(() => server.close());
  return carrier;
}

function heldSubmit(
  ownId: string,
  pdu: SubmitSm,
  connection: ServerConnection,
  reply: (reply: SubmitReply) => void,
): HeldSubmit {
  const { text, concatenation } = readPart(pdu);
  let takenAs = ownId;
  return {
    pdu,
    connection,
    to: `+${pdu.destinationAddr}`,
    text,
    part: concatenation?.sequence ?? 1,
    reference: concatenation?.reference ?? null,
    take(messageId = ownId) {
      takenAs = messageId;
      reply({ status: 0, messageId });
    },
    refuse: (status) => reply({ status, messageId: '' }),
    receipt(state) {
      const now = new Date();
      const error = state === 'DELIVERED' ? '000' : '001';
      const receipt = formatReceipt({
        messageId: takenAs,
        state,
        submittedAt: now,
        doneAt: now,
        error,
        text: '',
      });
      return connection.deliver({
        sourceAddr: pdu.destinationAddr,
        destinationAddr: pdu.sourceAddr,
        esmClass: 4,
        shortMessage: Buffer.from(receipt, 'latin1'),
      });
    },
  };
}
