// A customer's idempotency keys never meet our own, whatever their text is.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import { isRefusal } from '../../refusal.ts';
import { customerKey, ownKey } from './idempotencyKeys.ts';

const t = await testApp();
const { project, authorization } = await makeSender(t);
const MESSAGE = { to: '+94771234567', from: 'SANDBOX', body: 'Hello' };

it.each(['keyword', 'smpp'] as const)('a key "%s x" replays nothing of ours', async (source) => {
  const ours = await t.messaging.accept({
    ...{ projectId: project.id, mode: 'TEST', platform: 'KEYWORD', ...MESSAGE },
    idempotency: { key: ownKey(source, 'x'), bodyHash: createHash('sha256').update('Hello').digest() },
  });
  if (isRefusal(ours)) throw new Error(ours.refused);
  const send = () =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: authorization.TEST, 'idempotency-key': `${source} x` },
      payload: MESSAGE,
    });
  const theirs = await send();
  expect([theirs.statusCode, theirs.headers['idempotent-replayed']]).toEqual([201, undefined]);
  expect(theirs.json().id).not.toBe(ours.message.id);
  const again = await send();
  expect([again.json().id, again.headers['idempotent-replayed']]).toEqual([theirs.json().id, 'true']);
});

it('different keys stay different, and most are stored as they are', () => {
  const key = fc.oneof(
    fc.string({ minLength: 1 }),
    fc
      .tuple(fc.constantFrom('keyword ', 'smpp ', 'api ', 'api api '), fc.string())
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(key, key, fc.string(), (one, two, name) => {
      expect(customerKey(one) === customerKey(two)).toBe(one === two);
      expect([ownKey('keyword', name), ownKey('smpp', name)]).not.toContain(customerKey(one));
    }),
  );
  expect(customerKey('order 1')).toBe('order 1');
});
