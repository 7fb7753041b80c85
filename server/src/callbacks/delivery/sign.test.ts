import { expect, it } from 'vitest';
import { newSecret, signatureHeaders } from './sign.ts';

/** The example of the Standard Webhooks libraries (standardwebhooks/standard-webhooks, libraries/). */
const EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

it('signs as Standard Webhooks does', () => {
  expect(signatureHeaders(EXAMPLE, [EXAMPLE.secret])).toEqual({
    'webhook-id': EXAMPLE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': EXAMPLE.signature,
  });
});

it('signs with every secret, the newest first', () => {
  const other = newSecret();
  const { 'webhook-signature': signatures } = signatureHeaders(EXAMPLE, [other, EXAMPLE.secret]);
  const [first, second, ...more] = signatures.split(' ');
  expect(first).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect([second, more]).toEqual([EXAMPLE.signature, []]);
});

it('makes a different secret of 256 bits each time', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Set(secrets).size).toBe(100);
});
