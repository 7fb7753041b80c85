// The public API with input outside its schemas: wrong types, huge, Unicode, repeated, missing. By hand for
// longer: FUZZ_SECONDS=60, with FUZZ_SEED to repeat a run; each call then prints the heap size after each
// tenth of its time.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ERRORS } from '@godwit/contract/errors';
import { PUBLIC_CALLS, type PublicCall } from '@godwit/contract/publicApi/calls';
import { SEND_EXAMPLE } from '@godwit/contract/publicApi/examples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../src/ids.ts';
import { testApp } from './app.ts';
import { makeSender } from './factories.ts';

const t = await testApp();
const sender = await makeSender(t);
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const seed = Number(process.env.FUZZ_SEED ?? (seconds > 0 ? Date.now() % 2 ** 31 : 20));

/** Values that no field expects, and valid ones. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\ufffd',
    '%00',
    '../..',
    "';--",
    'null',
    '__proto__',
    '+94771234567',
    'TEST',
    '0x10',
  ),
  fc.integer({ min: 1, max: 70_000 }).map((length) => 'ක'.repeat(length)),
);
const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 12 }),
);

/** A body: some fields valid, some not, some missing, some unknown. */
function bodyOf({ body, id }: PublicCall): fc.Arbitrary<string> {
  const names = body ? Object.keys(body.schema.shape) : [];
  const fields = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
  const one = fc
    .tuple(fields, fc.dictionary(text, anything, { maxKeys: 3 }), fc.subarray(Object.keys(SEND_EXAMPLE)))
    .map(([wrong, extra, right]) => ({
      ...extra,
      ...wrong,
      ...Object.fromEntries(right.map((name) => [name, SEND_EXAMPLE[name as keyof typeof SEND_EXAMPLE]])),
    }));
  const whole =
    id === 'sendBatch' ? fc.record({ messages: fc.oneof(fc.array(one, { maxLength: 5 }), anything) }) : one;
  const json = fc.oneof(
    { weight: 8, arbitrary: whole.map((value) => JSON.stringify(value)) },
    anything.map((value) => JSON.stringify(value) ?? ''),
    text,
  );
  // A duplicated name.
  return fc.oneof(
    { weight: 6, arbitrary: json },
    json.map((one) => one.replace(/^\{/, '{"to":"+94771234567","to":1,')),
  );
}

const requestOf = (call: PublicCall) =>
  fc.record({
    body: call.method !== 'GET' ? bodyOf(call) : fc.constant(undefined),
    type: fc.constantFrom(
      'application/json',
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'a/b;c=',
    ),
    key: fc.option(
      fc.string({ minLength: 0, maxLength: 300 }).filter((value) => /^[\x20-\x7e]*$/.test(value)),
      { nil: undefined },
    ),
    id: fc.oneof(fc.constant(newId()), text),
    query: fc.array(
      fc.tuple(
        fc.constantFrom(
          'from',
          'to',
          'page_num',
          'page_size',
          'sort_order',
          'client_reference',
          'limit',
          'after',
          'before',
          'x',
        ),
        fc.oneof(
          text,
          fc.constantFrom('1', '25', 'ASC', 'DESC', '2026-02-30', '9999-12-31', '0000-01-01', '100000000'),
        ),
      ),
      { maxLength: 7 },
    ),
  });

/** Records the heap size after each tenth of a call's time. */
function watchHeap() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const eachMs = (seconds * 1000) / PUBLIC_CALLS.length / 10;
  const left: string[] = [];
  let nextAt = performance.now() + eachMs;
  return {
    left,
    look() {
      if (seconds === 0 || performance.now() < nextAt) return;
      nextAt += eachMs;
      collect();
      left.push((process.memoryUsage().heapUsed / 2 ** 20).toFixed(1));
    },
  };
}

const rows = async (): Promise<number> =>
  (await t.services.pool.query('select count(*)::integer as n from messages')).rows[0].n;

it.each(PUBLIC_CALLS)(
  '$method $path returns only what is documented, and stores what it returns',
  async (call) => {
    const allowed = new Set<number>(call.errors.map((name) => ERRORS[name].code));
    const heap = watchHeap();
    let calls = 0;
    let made = await rows();
    const property = fc.asyncProperty(requestOf(call), async ({ body, type, key, id, query }) => {
      const path = call.path.replace('{id}', encodeURIComponent(id.toWellFormed()).slice(0, 400));
      const pairs = query.map(([name, value]): [string, string] => [
        name,
        value.toWellFormed().slice(0, 400),
      ]);
      const answer = await t.app.inject({
        method: call.method,
        url: call.query ? `${path}?${new URLSearchParams(pairs)}` : path,
        headers: {
          authorization: sender.authorization.TEST,
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': type }),
        },
        ...(body !== undefined && { payload: body }),
      });
      const { statusCode } = answer;
      t.log.length = 0;
      calls++;
      heap.look();
      expect(statusCode, answer.body).not.toBe(500);
      if (statusCode >= 400) {
        expect([...allowed, 1001], answer.body).toContain(answer.json().code);
        expect(await rows()).toBe(made);
        return;
      }
      const results =
        call.id === 'sendBatch' ? answer.json().results : call.id === 'sendMessage' ? [answer.json()] : [];
      const accepted = results.filter((one: { id?: string }) => one.id !== undefined).length;
      const now = await rows();
      // A reused key returns the earlier message.
      if (answer.headers['idempotent-replayed'] || key !== undefined)
        expect(now - made).toBeLessThanOrEqual(accepted);
      else expect(now - made).toBe(accepted);
      made = now;
    });
    const time =
      seconds > 0
        ? { interruptAfterTimeLimit: (seconds * 1000) / PUBLIC_CALLS.length, numRuns: 1e9 }
        : { numRuns: 60 };
    await fc.assert(property, { seed, ...time });
    if (seconds > 0) {
      const left = heap.left.join(', ');
      console.log(`${call.method} ${call.path}: seed ${seed}, ${calls} calls, heap ${left} MiB`);
    }
  },
  60_000 + seconds * 1000,
);
