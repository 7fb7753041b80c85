// `godwit carrier try` against a carrier on a socket.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../test/app.ts';
import { inForce } from '../../test/factories.ts';
import { startHttpCarrier } from '../../test/httpCarrier.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import type { Runtime } from '../runtime.ts';
import { carrierTry } from './carrier.ts';

const carrier = await startHttpCarrier();
const folder = throwawayFolder();
const path = join(folder, 'carriers.json');
const KEY = 'a key/with "signs"';
writeFileSync(
  path,
  JSON.stringify([
    { id: 'shop', profile: 'vonage', base: carrier.url, secrets: { key: KEY, secret: 'hush' } },
  ]),
);
const rules = join(folder, 'rules.json');
writeFileSync(rules, '{}');
const t = await testApp({ carriersFile: path, rulesFile: rules });
const attempt = (...args: string[]) => carrierTry(t.services as unknown as Runtime, args);

it('sends one message, and shows the request without secrets, the answer and what was understood', async () => {
  carrier.onCall = (call) =>
    call.answer(200, { messages: [{ status: '0', 'message-id': 'm-1' }], echo: KEY });
  const { text, data, failed } = await attempt('shop', '+94771234567');
  expect(failed).toBeUndefined();
  expect(new URLSearchParams(carrier.calls[0]!.body).get('api_key')).toBe(KEY);
  expect(data.understood).toEqual({ class: 'ok', ids: ['m-1'] });
  expect(text).toContain('Result: Taken by the carrier, under the id m-1.');
  expect(text).toContain('to=94771234567');
  expect(text).toContain('api_key=(hidden)');
  for (const form of [KEY, 'signs', 'hush']) expect(text).not.toContain(form);
});

it('fails if the carrier does not take it, and says how that was understood', async () => {
  carrier.onCall = (call) => call.answer(200, { messages: [{ status: '9' }] });
  const { text, data, failed } = await attempt('shop', '+94771234567');
  expect(failed).toBe(true);
  expect(data.understood).toMatchObject({ class: 'credit', code: '9' });
  expect(text).toMatch(/^Result: Not taken: the account has no credit\..* code: 9( \(.+\))?\.$/m);
});

it('says so if the carrier takes it without an id, does not answer as the profile expects, or is away', async () => {
  const resultOf = async () => /^Result: .*$/m.exec((await attempt('shop', '+94771234567')).text)?.[0];
  carrier.onCall = (call) => call.answer(200, { messages: [{ status: '0' }] });
  expect(await resultOf()).toContain('Taken by the carrier, without an id');
  carrier.onCall = (call) => call.answer(200, { hello: 'there' });
  expect(await resultOf()).toContain('Not understood');
  carrier.onCall = (call) => void call.response.destroy();
  expect(await resultOf()).toContain('In doubt');
});

it('names the links if there is none of this name, and wants a number', async () => {
  await expect(attempt('other', '+94771234567')).rejects.toThrow('It has: shop.');
  await expect(attempt('shop', '12')).rejects.toThrow('Give a phone number');
});

describe('a name that is not registered', () => {
  const AUSTRALIA = '+61412345678';
  const use = (content: object) => {
    writeFileSync(rules, JSON.stringify(content));
    t.services.countryRules.reload();
  };

  it('is shown as Unverified in Australia', async () => {
    carrier.onCall = (call) => call.answer(200, { messages: [{ status: '0', 'message-id': 'm-2' }] });
    const { text } = await attempt('shop', AUSTRALIA, 'Acme');
    expect(text).toContain('from=Unverified');
    expect(text).not.toContain('Acme');
  });

  it('is not sent to a country whose rules refuse it, and the error says why', async () => {
    use({ AU: { register: [inForce({ else: 'REFUSE' })] } });
    onTestFinished(() => use({}));
    const before = carrier.calls.length;
    carrier.onCall = (call) => call.answer(200, { messages: [{ status: '0', 'message-id': 'm-3' }] });
    await expect(attempt('shop', AUSTRALIA, 'Acme')).rejects.toThrow(
      /^Not sent: .* not registered in AU.* numbers as the sender/,
    );
    expect(carrier.calls).toHaveLength(before);
    // A number needs no registration.
    expect((await attempt('shop', AUSTRALIA, '+61412000000')).failed).toBeUndefined();
  });
});
