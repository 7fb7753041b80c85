// Receipts without a carrier: messages accepted by a link, and deliver_sm as carriers send them.
import { encodePdu } from '@godwit/smpp/codec/encode';
import { type DeliverSm, smPdu } from '@godwit/smpp/codec/pdu';
import type { Tlvs } from '@godwit/smpp/codec/tlv';
import { openLinkCounters } from '../src/carriers/counts/counters.ts';
import { type LinkConfig, simulatorLinks } from '../src/carriers/links/config.ts';
import { insertReceipts } from '../src/carriers/receipts/inboxQueries.ts';
import { startStore } from '../src/carriers/receipts/store.ts';
import { insertRefs } from '../src/carriers/refs/queries.ts';
import { transaction } from '../src/db/transaction.ts';
import { transitionMessages } from '../src/messages/state/transitions.ts';
import type { TestApp } from './app.ts';
import { send } from './carriers.ts';
import { waitFor } from './database.ts';
import type { makeSender } from './factories.ts';

/** The link of these messages. */
export const LINK = 'colombo';

/** Starts processing receipts; `base` is the link's message_id. */
export function workReceipts(
  { services: { pool, log } }: TestApp,
  base: LinkConfig['message_id'] = 'text',
): ReturnType<typeof startStore> {
  const [link] = simulatorLinks(1, ['TEST']);
  const links = [{ ...link!, id: LINK, message_id: base }];
  const timings = { doubtMs: 60_000, pollMs: 20, receiptPollMs: 30_000 };
  return startStore({ pool, links, log, counters: openLinkCounters(), timings });
}

/** Puts receipts into the inbox, to be processed together; a buffer is stored unchanged. */
export async function queueReceipts(
  t: TestApp,
  pdus: readonly (DeliverSm | Buffer)[],
  linkId = LINK,
): Promise<void> {
  const receipts = pdus.map((pdu) => ({ linkId, pdu: Buffer.isBuffer(pdu) ? pdu : encodePdu(pdu) }));
  await insertReceipts(t.services.pool, receipts);
}

/** Processes due receipts and returns the tries of each one that is kept. */
export async function workOff(t: TestApp, base?: LinkConfig['message_id']): Promise<number[]> {
  const { pool } = t.services;
  const receipts = workReceipts(t, base);
  await waitFor(
    async () => (await pool.query('select 1 from receipt_inbox where due_at <= now()')).rowCount === 0,
  );
  await receipts.stop();
  const { rows } = await pool.query('select attempts from receipt_inbox where failure is null order by id');
  return rows.map(({ attempts }) => attempts as number);
}

/** Ages kept receipts by `seconds` and makes them due. */
export async function passTime({ services: { pool } }: TestApp, seconds: number): Promise<void> {
  await pool.query(
    `update receipt_inbox set due_at = now(), received_at = now() - make_interval(secs => $1) where failure is null`,
    [seconds],
  );
}

/** A message that a link has accepted under these ids, one per part. */
export async function sentMessage(
  t: TestApp,
  sender: Awaited<ReturnType<typeof makeSender>>,
  { ids, to = '+94770000009' }: { ids: readonly string[]; to?: string },
): Promise<{ teamId: string; id: string; sender: string; recipient: string }> {
  const { id } = await send(t, sender, { to });
  const key = { teamId: sender.teamId, id };
  const addresses = { sender: 'SANDBOX', recipient: to };
  await transaction(t.services.pool, async (client) => {
    await client.query('delete from send_queue where message_id = $1', [id]);
    await insertRefs(
      client,
      ids.map((carrierId, index) => {
        return {
          linkId: LINK,
          carrierId,
          teamId: key.teamId,
          messageId: id,
          part: index + 1,
          parts: ids.length,
          ...addresses,
        };
      }),
    );
    await transitionMessages(client, 'submitting', [key]);
    await transitionMessages(client, 'sent', [key]);
  });
  return { ...key, ...addresses };
}

/** A receipt for a message of `sentMessage`. */
export function receiptPdu({
  id,
  stat = 'DELIVRD',
  err = '000',
  from = '94770000009',
  to = 'SANDBOX',
  esmClass = 4,
  tlvs = {},
}: {
  id: string;
  stat?: string;
  err?: string;
  from?: string;
  to?: string;
  esmClass?: number;
  tlvs?: Tlvs;
}): DeliverSm {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2611201229 done date:2611201230 stat:${stat} err:${err} text:Hello`;
  const shortMessage = Buffer.from(text, 'latin1');
  return smPdu('deliver_sm', 1, { sourceAddr: from, destinationAddr: to, esmClass, shortMessage, tlvs });
}

/** The state of a message, with its failure if it has one. */
export async function stateOf({ services: { pool } }: TestApp, { id }: { id: string }): Promise<string> {
  const { rows } = await pool.query('select state, failure from messages where id = $1', [id]);
  return rows[0].failure ?? rows[0].state;
}
