// Phones send while the server is killed: every message answered OK is in the log once, even if the carrier
// repeats messages without a response. By hand, the full test: KILLS=20.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmInput } from '@godwit/smpp/codec/pdu';
import { splitMessage } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, expect, it } from 'vitest';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { carriersFile, serviceFolder } from './process.ts';

const KILLS = Number(process.env.KILLS ?? 3);
/** Messages answered OK between two kills. */
const PER_KILL = 200;
const AT_ONCE = 30;
/** Milliseconds before a carrier delivers an unaccepted message again. */
const AGAIN_MS = 50;
const OURS = '+94112300300';

const simulator = await startSimulator();
const { start, withDatabase } = serviceFolder({ CARRIERS_FILE: carriersFile(simulator) });
afterAll(() => simulator.close());

/**
 * A message to deliver; `repeats`: the carrier may deliver it again after no response, because repetitions
 * are detectable.
 */
type Message = { text: string; parts: Partial<SmInput>[]; repeats: boolean };

function messageOf(index: number): Message {
  const split = (text: string) => splitMessage(text, { charset: 'gsm7', longMessages: 'udh', reference: 1 });
  const text = `Message ${index}`;
  if (index % 3 === 0) return { text, parts: split(text), repeats: false };
  if (index % 3 === 1)
    return {
      text,
      parts: [{ ...split(text)[0]!, tlvs: { receiptedMessageId: `mo-${index}` } }],
      repeats: true,
    };
  const long = `${text} ${'and more '.repeat(20)}`;
  return { text: long, parts: split(long), repeats: true };
}

it('what was answered OK is in the log once, whatever is killed', { timeout: 1_200_000 }, async () => {
  let service = await start();
  const { project } = await openAccount(service.url);
  await withDatabase(async (pool) => {
    await pool.query(
      `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by)
        select $1, team_id, id, 'LIVE', 'Test' from projects where id = $2`,
      [OURS, project.id],
    );
    const taken = new Map<string, boolean>();
    let next = 0;
    let isOver = false;

    /**
     * Delivers a message until it is accepted; one that the carrier cannot repeat is given up without a
     * response.
     */
    async function hand({ text, parts, repeats }: Message): Promise<void> {
      const phone = String(94_770_000_000 + Number(/\d+/.exec(text)![0]));
      for (const part of parts) {
        for (;;) {
          const result = await simulator.deliver('shop', {
            ...part,
            sourceAddr: phone,
            destinationAddr: OURS.slice(1),
          });
          if (result.kind === 'answered' && result.status === commandStatus.ESME_ROK) break;
          if (result.kind === 'noAnswer' && !repeats) return void taken.set(text, false);
          await sleep(AGAIN_MS);
        }
      }
      taken.set(text, true);
    }
    const sending = Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (!isOver) await hand(messageOf(next++));
      }),
    );
    for (let kill = 0; kill < KILLS; kill++) {
      const before = taken.size;
      await waitFor(() => taken.size >= before + PER_KILL, {
        timeoutMs: 60_000,
        what: 'messages before a kill',
      });
      service.process.kill('SIGKILL');
      await service.exited;
      service = await start();
    }
    isOver = true;
    await sending;
    const answeredOk = [...taken].filter(([, isTaken]) => isTaken).map(([text]) => text);
    await waitFor(async () => (await pool.query('select from incoming_inbox')).rowCount === 0, {
      timeoutMs: 30_000,
    });
    const { rows } = await pool.query(
      `select body, count(*)::integer as times from messages where direction = 'INCOMING' group by body`,
    );
    const times = new Map(rows.map((row) => [row.body as string, row.times as number]));
    expect(answeredOk.filter((text) => times.get(text) !== 1)).toEqual([]);
    expect([...times].filter(([text, count]) => count > 1 || !taken.has(text))).toEqual([]);
    expect(answeredOk.length).toBeGreaterThanOrEqual(KILLS * PER_KILL * 0.9);
  });
});
