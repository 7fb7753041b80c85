// Rules of countries that one member of staff proposes and another one accepts, in two processes.
import type { RuleSet, RulesAnswer } from '@godwit/contract/staff/rules';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeLiveSender, send } from '../../test/carriers.ts';
import { testDatabase, waitFor } from '../../test/database.ts';
import { inForce } from '../../test/factories.ts';
import { auditOf, makeStaff } from '../../test/staff.ts';
import { doctor } from '../commands/doctor.ts';
import { checkRules } from '../countryRules.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { applyRuleSet, startFollowingRules } from './follow.ts';

const database = await testDatabase();
const t = await testApp({}, {}, database);
const other = await testApp({}, {}, database);
const { pool } = t.services;
const author = await makeStaff(t);
const second = await makeStaff(t);
const reader = await makeStaff(t, { role: 'COMPLIANCE' });
const by = await makeLiveSender(t);

const NEVER_MS = 3_600_000;
const DEAF = { on: () => () => {} };
const enter = (id: string, migration: number) =>
  pool.query(
    `insert into processes (id, host, version, roles, started_at, seen_at, accepted_rate, refused_rate, migration)
      values ($1, $2, '1', '{web}', now(), now() + interval '1 day', 0, 0, $3)`,
    [id, id, migration],
  );
/** Follows the sets as a process does: by signals alone, or without any. */
async function follow({ services, signals }: typeof t, hears: boolean): Promise<string> {
  const processId = newId();
  await enter(processId, 134);
  const started = await applyRuleSet(services);
  const following = startFollowingRules({
    ...{ ...services, signals: hears ? signals : DEAF, processId, started },
    ...(hears && { everyMs: NEVER_MS }),
  });
  afterAll(() => following.stop());
  return processId;
}
await follow(t, true);
const deaf = await follow(other, false);

const get = async (path = '', who = author) => (await who.browser.get(`/v1/staff/rules${path}`)).json();
const read = (who = author): Promise<RulesAnswer> => get('', who);
const post = async (path: string, json: object, who = author) =>
  (await who.browser.post(`/v1/staff/rules/${path}`, undefined, { json })).json();
const changeOf = async (rules: unknown, scope = 'COUNTRIES') => ({
  base: (await read()).current?.number ?? null,
  scope,
  rules: typeof rules === 'string' ? rules : JSON.stringify(rules),
});
const reason = 'The register begins';
const propose = async (rules: unknown, scope?: string, who = author): Promise<RuleSet> => {
  const answer = await post('proposals', { ...(await changeOf(rules, scope)), reason }, who);
  return answer.proposals?.at(-1) ?? answer;
};
const accept = (number: number, who = second) =>
  post(`sets/${number}/accept`, { reason: 'Counsel agrees' }, who);
/** Proposes and accepts, and waits until both processes use the set. */
async function change(rules: unknown, scope?: string): Promise<number> {
  const { number } = await propose(rules, scope);
  expect((await accept(number)).current?.number).toBe(number);
  await bothUse(number);
  return number;
}
const bothUse = (number: number) =>
  waitFor(async () => {
    const { rows } = await pool.query('select rule_set from processes where migration = 134');
    return rows.every(({ rule_set }) => rule_set === number);
  });
const refuseIn = (from: string | null = null) => ({ register: [{ ...inForce({ else: 'REFUSE' }), from }] });
const answerOf = async (to: string, app: typeof t) =>
  (
    await app.app.inject({
      ...{ method: 'POST', url: '/v1/messages', headers: { authorization: by.authorization.LIVE } },
      payload: { to, from: 'Lanka Shop', body: 'Hello' },
    })
  ).json();
const SINGAPORE = '+6591234567';

describe('a change', () => {
  it('waits for a second admin, and then holds in every process without a restart', async () => {
    const first = await read();
    expect(first).toMatchObject({ current: null, document: {}, proposals: [], file: null });
    expect(Object.keys(first.today)).toEqual([...new Set(first.in_force.map((one) => one.country))]);
    expect(checkRules(first.today, 'The values of today').AU!.register).toMatchObject([
      { value: { else: 'STAMP' } },
    ]);
    const proposal = await propose({ SG: refuseIn() });
    expect(proposal).toMatchObject({
      ...{ state: 'PROPOSED', base: null, author: author.email, may_accept: false },
      difference: {
        effects: [{ countries: ['SG'], before: 'sent as they are', after: 'refused (3002)', from: null }],
        values: [{ country: 'SG', kind: 'ADDED', origin: expect.stringContaining('waits for counsel') }],
      },
    });
    expect(await accept(proposal.number, author)).toMatchObject({
      code: 1012,
      description: 'You proposed this change: somebody else has to accept it.',
    });
    expect(await accept(proposal.number, reader)).toMatchObject({ code: 1012 });
    expect((await read(reader)).proposals[0]).toMatchObject({ may_accept: false });
    expect((await read(second)).proposals[0]).toMatchObject({ may_accept: true });
    expect(await answerOf(SINGAPORE, t)).toMatchObject({ status: 'ACCEPTED' });

    const now = await accept(proposal.number);
    expect(now).toMatchObject({
      current: { state: 'CURRENT', decided_by: second.email, decision_reason: 'Counsel agrees' },
      proposals: [],
    });
    const inSingapore = now.in_force.filter(({ country }: { country: string }) => country === 'SG');
    expect(inSingapore).toMatchObject([{ source: 'STAFF', value: 'refused (3002)', waits: true }]);
    await bothUse(proposal.number);
    for (const app of [t, other])
      expect(await answerOf(SINGAPORE, app)).toMatchObject({
        code: 3002,
        description: expect.stringContaining('not registered in Singapore'),
      });
    expect((await auditOf(t, 'RULES_PROPOSED'))[0]).toMatchObject({ staff_email: author.email });
    expect((await auditOf(t, 'RULES_ACCEPTED'))[0]).toMatchObject({
      staff_email: second.email,
      subject: String(proposal.number),
      detail: { author: author.email, reason, decision_reason: 'Counsel agrees' },
    });
    expect(await accept(proposal.number)).toMatchObject({ code: 1013 });
  });

  it('with a fault names its place and changes nothing, whether it is checked or proposed', async () => {
    const before = await read();
    const wrong = [
      ['{ "SG": ', /^The document is not JSON: line 1, column/],
      ['{ "SG": {},\n  "SG": {} }', /^The document has the key SG twice: lines 1 and 2\./],
      [
        '{ "AU": { "register": [], "register": [] } }',
        /^The document has the key AU\.register twice: line 1\./,
      ],
      ['[]', /^The document is wrong:\n {2}The rules must be a JSON object/],
      [
        { AU: { register: [inForce({ else: 'PASS' })] } },
        /\n {2}AU\.register\.0\.value\.else: cannot be PASS/,
      ],
      [
        { SG: { register: [inForce({ else: 'SHOUT' })] } },
        /^The document is wrong:\n {2}SG\.register\.0\.value\.else must be one of STAMP, REFUSE, PASS$/,
      ],
      [{ XX: {} }, /\n {2}XX: is no country/],
      [{ LK: { quite_hours: [] } }, /\n {2}LK: .*quite_hours/],
    ] as const;
    for (const [rules, words] of wrong)
      for (const path of ['check', 'proposals']) {
        const said = await post(path, { ...(await changeOf(rules)), reason });
        expect(said).toMatchObject({ code: 1002, fields: { rules: expect.stringMatching(words) } });
      }
    const same = { ...(await changeOf({ SG: refuseIn() })), reason };
    expect(await post('proposals', same)).toMatchObject({
      fields: { rules: expect.stringContaining('Nothing is changed') },
    });
    expect(await read()).toEqual(before);
  });

  it('of one country keeps the others, and of all countries replaces them', async () => {
    await change({ LK: { quiet_hours: [inForce({ from: '21:00', to: '07:00' })] } });
    expect(Object.keys((await read()).document)).toEqual(['SG', 'LK']);
    await change({ SG: {} });
    expect(Object.keys((await read()).document)).toEqual(['LK']);
    await change({ SG: refuseIn() }, 'ALL');
    expect(Object.keys((await read()).document)).toEqual(['SG']);
    expect(t.services.countryRules.now().of('LK').quietHours).toEqual({ from: '20:00', to: '08:00' });
  });

  it('is refused if another set is in force by now, and can be rejected with a reason', async () => {
    const stale = await propose({ LK: refuseIn() });
    await change({ GB: { consent: [inForce('WARN')] } });
    expect(await accept(stale.number)).toMatchObject({
      code: 1013,
      description: expect.stringMatching(/^Rule set \d+ is current now, so this change no longer applies/),
    });
    expect(await post('proposals', { base: null, scope: 'ALL', rules: '{}', reason })).toMatchObject({
      code: 1013,
    });
    await post(`sets/${stale.number}/withdraw`, { reason: 'Too late' }, second);
    expect(await get(`/sets/${stale.number}`)).toMatchObject({
      ...{ state: 'WITHDRAWN', decided_by: second.email, decision_reason: 'Too late' },
      document: { LK: expect.anything() },
    });
    expect((await auditOf(t, 'RULES_WITHDRAWN'))[0]).toMatchObject({ detail: { reason: 'Too late' } });
  });

  it('is decided once: of two at once one wins', async () => {
    const third = await makeStaff(t);
    const { number } = await propose({ NZ: { consent: [inForce('WARN')] } });
    const answers = await Promise.all([accept(number), accept(number, third)]);
    expect(answers.filter(({ code }) => code === 1013)).toHaveLength(1);
  });

  it('is not accepted while a process runs that does not read sets', async () => {
    const old = newId();
    await enter(old, 131);
    const { number } = await propose({ NZ: {} });
    expect(await accept(number)).toMatchObject({
      code: 1013,
      description: expect.stringContaining('A process of an older version runs'),
    });
    await pool.query('delete from processes where id = $1', [old]);
    expect((await accept(number)).current.number).toBe(number);
  });
});

describe('a set', () => {
  it('with a date begins then in every process, without a restart', async () => {
    await change({ SG: refuseIn(new Date(Date.now() + 3_600_000).toISOString()) });
    expect(await answerOf(SINGAPORE, t)).toMatchObject({ status: 'ACCEPTED' });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
    for (const app of [t, other]) expect(await answerOf(SINGAPORE, app)).toMatchObject({ code: 3002 });
  });

  it('is restored by one person if that undoes the last change, else by two', async () => {
    const first = await change({ SG: refuseIn() });
    const undone = await change({ SG: {} });
    const history = await get('/sets?page_size=2');
    expect(history.results).toMatchObject([
      { number: undone, puts_back_alone: false },
      { number: first, state: 'REPLACED', puts_back_alone: true },
    ]);
    const now: RulesAnswer = await post(`sets/${first}/put_back`, { reason: 'It was right' });
    expect(now.current).toMatchObject({ author: author.email, base: undone });
    expect(Object.keys(now.document)).toContain('SG');
    expect((await auditOf(t, 'RULES_PUT_BACK'))[0]).toMatchObject({ staff_email: author.email });
    const older: RulesAnswer = await post(`sets/${undone}/put_back`, { reason: 'The other way' });
    expect(older.current!.number).toBeGreaterThan(undone);
    const asked: RulesAnswer = await post(`sets/${first}/put_back`, { reason: 'Older' });
    expect(asked.proposals.at(-1)).toMatchObject({ state: 'PROPOSED' });
    await post(`sets/${asked.proposals.at(-1)!.number}/withdraw`, { reason: 'Clean up' });
    expect(await post('sets/99999/put_back', { reason })).toMatchObject({ code: 1001 });
  });

  it('is never changed or deleted', async () => {
    const { number } = (await read()).current!;
    const { number: proposal } = await propose({ SG: refuseIn() });
    const statements = [
      `update rule_sets set body = '{}' where number = ${number}`,
      `update rule_sets set author = 'x' where number = ${proposal}`,
      `update rule_sets set state = 'PROPOSED' where number = ${number}`,
      `update rule_sets set decided_by = 'x' where number = ${number}`,
      `update rule_sets set state = 'REPLACED' where number = ${proposal}`,
      `delete from rule_sets where number = ${proposal}`,
      'truncate rule_sets',
    ];
    for (const statement of statements)
      await expect(pool.query(statement), statement).rejects.toThrow('never changed or deleted');
    await post(`sets/${proposal}/withdraw`, { reason: 'Clean up' });
  });

  it('that a process cannot use leaves the last good one, and staff and doctor see why', async () => {
    const good = await change({ SG: refuseIn() });
    const unknown = JSON.stringify({ SG: { ...refuseIn(), hologram: [] } });
    await pool.query(`update rule_sets set state = 'REPLACED' where state = 'CURRENT'`);
    await pool.query(
      `insert into rule_sets (state, base, body, changes, reason, author)
        values ('CURRENT', $1, $2, '{"effects": [], "values": [], "is_cut": false}', 'A newer version', 'x')`,
      [good, unknown],
    );
    const trouble = await waitFor(async () => (await read()).processes.troubles[0]);
    expect(trouble).toMatchObject({
      host: deaf,
      words: expect.stringMatching(/^Rule set \d+ is wrong:\n.*hologram/),
    });
    expect(await answerOf(SINGAPORE, other)).toMatchObject({ code: 3002 });
    const { findings } = (await doctor({ ...t.services } as Runtime)).data as {
      findings: { name: string; ok: boolean; says: string }[];
    };
    expect(findings.find(({ name }) => name === 'rules')).toMatchObject({
      ok: false,
      says: expect.stringMatching(
        new RegExp(`hologram.*\\nuntil then, rule set ${good} of staff since`, 's'),
      ),
    });
    const { current } = await read();
    expect(current!.number).toBeGreaterThan(good);
    const restored: RulesAnswer = await post(`sets/${good}/put_back`, {
      reason: 'This version cannot use it',
    });
    await bothUse(restored.current!.number);
    expect((await read()).processes.troubles).toEqual([]);
  });
});

it('doctor has the set in force, since when and by whom, and what is uncertain', async () => {
  const number = await change({ SG: { register: [{ ...inForce({ else: 'STAMP' }), unverified: true }] } });
  const { findings } = (await doctor({ ...other.services } as Runtime)).data as {
    findings: { name: string; ok: boolean; says: string }[];
  };
  const { ok, says } = findings.find(({ name }) => name === 'rules')!;
  expect(ok).toBe(true);
  expect(says).toMatch(
    new RegExp(
      `^rule set ${number} of staff since 20.*, accepted by ${second.email}; no RULES_FILE; of \\d+ values`,
    ),
  );
  expect(says).toMatch(
    /in force \d+ wait for counsel, and \d+ are marked \(\?\): .*Names that are not registered \(SG\)/,
  );
});

it('names that Australia does not hold stay stamped, whatever the set', async () => {
  const past = { ...inForce({ else: 'REFUSE' }), until: '2026-01-01T00:00:00Z' };
  await change({ AU: { register: [past] }, LK: { register: [inForce({ else: 'PASS' })] } });
  for (const { services } of [t, other])
    expect(services.countryRules.now().of('AU').register).toMatchObject({ otherwise: 'STAMP' });
  const message = await send(t, by, { to: '+61412345678' }, 'LIVE');
  expect(message).toMatchObject({ sender_shown: 'Unverified' });
});
