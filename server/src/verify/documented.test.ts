// Every error that the reference names for calls about verifications, caused once.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS, type PublicCall } from '@godwit/contract/publicApi/calls';
import { TEST_NUMBERS } from '@godwit/contract/publicApi/testNumbers';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { newId } from '../ids.ts';

const t = await testApp();
const sender = await makeSender(t);
const stranger = await makeSender(t);
const { TEST, LIVE } = sender.authorization;
const elsewhere = await makeNamedKey(sender.browser, sender.project.id, { networks: '203.0.113.7' });

type Input = {
  authorization?: string;
  payload?: object | string;
  type?: string;
  path?: string;
  more?: Record<string, string>;
};
async function call(
  { method, path }: PublicCall,
  { authorization = TEST, payload, type, more, ...at }: Input,
) {
  const headers = { authorization, ...more, ...(type && { 'content-type': type }) };
  const url = at.path ?? path;
  const answer = await t.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  return {
    http: answer.statusCode,
    ...(answer.json() as { code?: number; id?: string; message_id?: string }),
  };
}

const START = PUBLIC_CALLS.find(({ id }) => id === 'startVerification')!;
let last = 1_000_000;
const fresh = () => `+9477${++last}`;
const begin = (to: string) => call(START, { payload: { to, from: 'SANDBOX' } });
const started = async (to = fresh()) => (await begin(to)).id!;
/** The subject of a call. The message with a code of ours is one whose outcome nobody may report. */
const subjectOf = async ({ id }: PublicCall, to: string) =>
  id === 'giveFeedback' ? (await begin(to)).message_id! : started(to);

/** A valid body of a call about a number. */
function bodyOf({ id }: PublicCall, to: string): object | undefined {
  if (id === 'startVerification') return { to, from: 'SANDBOX' };
  if (id === 'checkNumber') return { to, code: '1' };
  if (id === 'giveFeedback') return { outcome: 'CONFIRMED' };
  return id === 'checkVerification' ? { code: '1' } : undefined;
}

const act = (id: string, action: string, payload?: object) =>
  t.app.inject({
    method: 'POST',
    url: `/v1/verifications/${id}${action && `/${action}`}`,
    headers: { authorization: TEST },
    ...(payload && { payload }),
  });

/** Ends the verification of a call. */
const ENDINGS: { [Name in ErrorName]?: (id: string) => Promise<unknown> } = {
  verificationEnded: (id) => act(id, 'cancel'),
  async verificationChecks(id) {
    for (let count = 0; count < 5; count++) await act(id, 'check', { code: 'x' });
  },
};
const NUMBERS: Record<string, string> = {
  invalidNumber: '+9477',
  invalidNumberFormat: 'home',
  numberLacksCountryCode: '0771234567',
  verificationBlocked: '+94771230012',
};
const LATER = new Set<ErrorName>(['verificationBlocked', 'priceAboveMax']);
const NUMBER_OF = new Map(TEST_NUMBERS.map(({ error, to }) => [error, to]));

async function cause(of: PublicCall, name: ErrorName): Promise<Input> {
  const to = fresh();
  const path = of.params ? of.path.replace('{id}', await subjectOf(of, to)) : of.path;
  if (of.id === 'checkNumber') await started(to);
  const payload = bodyOf(of, to);
  const usual = { path, ...(payload && { payload }) };
  const id = /[0-9a-f-]{36}/.exec(path)?.[0] ?? (of.id === 'checkNumber' ? await idOf(to) : '');
  await ENDINGS[name]?.(id);
  if (name in ENDINGS || (name === 'verificationSends' && of.params)) return usual;
  switch (name) {
    case 'invalidCredentials':
      return { ...usual, authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' };
    case 'keyNotAllowed':
      return { ...usual, authorization: elsewhere.authorization };
    case 'notAllowed':
      return { ...usual, more: { 'godwit-callback': '1' } };
    case 'keyMismatch':
      return of.params ? { ...usual, authorization: LIVE } : { payload: { ...payload, mode: 'LIVE' } };
    case 'invalidArgument':
      if (of.method === 'GET') return { path: of.path.replace('{id}', 'a%00b') };
      return payload ? { path, payload: {} } : { path, payload: '{', type: 'application/json' };
    case 'tooLarge':
      return { path, payload: JSON.stringify({ code: 'a'.repeat(65_537) }), type: 'application/json' };
    case 'unsupportedType':
      return { path, payload: 'Hello', type: 'text/plain' };
    case 'notFound':
      if (of.id === 'startVerification') return { payload: { ...payload, project_id: stranger.project.id } };
      return of.id === 'checkNumber'
        ? { payload: { ...payload, to: fresh() } }
        : { ...usual, path: of.path.replace('{id}', newId()) };
    case 'conflict':
      return usual;
    case 'priceAboveMax':
      return { ...usual, payload: { ...payload, profile: await dearProfile() } };
    case 'verificationChannel':
      return { ...usual, payload: { ...payload, channel: 'voice' } };
    case 'verificationSends':
      for (let count = 0; count < 5; count++) await act(await started(to), 'cancel');
      return usual;
    default:
      return { path, payload: { ...payload, to: NUMBERS[name] ?? NUMBER_OF.get(name) } };
  }
}

/** A profile whose codes may cost nothing. */
async function dearProfile(): Promise<string> {
  const options = {
    method: 'POST',
    url: '/v1/verification_profiles',
    headers: { authorization: LIVE },
  } as const;
  return (await t.app.inject({ ...options, payload: { name: 'Dear', max_price: 0 } })).json().id;
}

const idOf = async (to: string) =>
  (await t.services.pool.query('select id from verifications where recipient = $1', [to])).rows[0].id;

/** Caused by the state of the service: see server/test/publicApi.test.ts. */
const OF_SERVICE = new Set<ErrorName>(['unexpected', 'unavailable', 'tooManyRequests']);
/** The errors of a start, which a second send causes only after a change: it asks accept as the first did. */
const startErrors = new Set<ErrorName>(START.errors);
const isLater = (of: PublicCall, name: ErrorName) =>
  of.id === 'resendVerification' && startErrors.has(name) && (NUMBER_OF.has(name) || LATER.has(name));

// profiles.test.ts has the errors of profiles.
const CALLS = PUBLIC_CALLS.filter(({ tag, path }) => tag === 'Verifications' && !/profiles/.test(path));
describe.each(CALLS)('$method $path', (of) => {
  it.each(of.errors.filter((name) => !OF_SERVICE.has(name) && !isLater(of, name)))(
    'answers %s as documented',
    async (name) => {
      const { status, code } = ERRORS[name];
      expect(await call(of, await cause(of, name))).toMatchObject({ http: status, code });
    },
  );
});

it('what is missing is named in the same words for any id and number', async () => {
  const authorization = stranger.authorization.TEST;
  const theirs = await call(START, { authorization, payload: { to: fresh(), from: 'SANDBOX' } });
  const { code } = ERRORS.notFound;
  const check = { code: '1' };
  const answers = [
    ...[newId(), theirs.id!, 'no-id'].map((id) => act(id, 'check', check)),
    ...['resend', 'cancel'].map((action) => act(newId(), action)),
    act('check', '', { ...check, to: fresh() }),
  ];
  const bodies = new Set((await Promise.all(answers)).map(({ body }) => body));
  expect([...bodies].map((body) => JSON.parse(body))).toEqual([
    {
      code,
      description: expect.stringMatching(/no verification.*nothing was checked.*\/v1\/verifications/i),
    },
  ]);
});
