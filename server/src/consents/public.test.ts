// Consents in the public API: recorded once, read by number, and their errors as documented.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';

const t = await testApp();
const sender = await makeSender(t);
const NUMBER = '+61412345678';
const GIVEN = { number: NUMBER, kind: 'GIVEN', at: '2026-11-01T09:30:00+10:00', source: 'Checkout form' };

const call = (
  method: 'PUT' | 'GET',
  payload?: object,
  query = '',
  authorization = sender.authorization.TEST,
) =>
  t.app.inject({
    method,
    url: `/v1/consents${query}`,
    headers: { authorization },
    ...(payload && { payload }),
  });
const list = async (mode: 'TEST' | 'LIVE' = 'TEST') =>
  (await call('GET', undefined, `?number=${encodeURIComponent(NUMBER)}`, sender.authorization[mode])).json();

it('are recorded once in the mode of the key, and a repeated call returns the first record', async () => {
  const first = await call('PUT', GIVEN);
  expect(first.statusCode, first.body).toBe(200);
  expect(first.json()).toMatchObject({ number: NUMBER, mode: 'TEST', origin: 'API', expires_at: null });
  expect((await call('PUT', { ...GIVEN, source: 'Another' })).json()).toEqual(first.json());
  expect(await list()).toEqual({ number: NUMBER, allowed: true, consents: [first.json()] });
  expect(await list('LIVE')).toEqual({ number: NUMBER, allowed: false, consents: [] });
});

const WRONG: Partial<Record<ErrorName, object | string>> = {
  invalidArgument: { ...GIVEN, at: undefined },
  invalidNumber: { ...GIVEN, number: '+94771' },
  invalidNumberFormat: { ...GIVEN, number: 'a number' },
  numberLacksCountryCode: { ...GIVEN, number: '0771234567' },
  notFound: { ...GIVEN, project_id: 'another' },
  keyMismatch: { ...GIVEN, mode: 'LIVE' },
};

it.each(Object.entries(WRONG))('answer %s as documented', async (name, payload) => {
  const answer = await call('PUT', payload as object);
  const { status, code } = ERRORS[name as ErrorName];
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status, code });
  expect(PUBLIC_CALLS.find(({ id }) => id === 'putConsent')!.errors).toContain(name);
});
