// Staff change the network from their pages: one proposes, a second one approves, and secrets stay inside.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkAnswer, NetworkChange } from '@godwit/contract/staff/network';
import { describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';

const t = await testApp();
const author = await makeStaff(t);
const second = await makeStaff(t);

const carriersFile = join(throwawayFolder(), 'carriers.json');
const settings = { ...t.services.settings, carriersFile };
const withFile = await anotherApp({ ...t, services: { ...t.services, settings } });

const PASSWORD = 'pw-4711';
const KEY = 'key "of" twilio';
const smpp = {
  id: 'dialog',
  host: 'smpp.example.com',
  port: 2775,
  system_id: 'shop',
  throughput: 50,
  routes: [{ prefix: '9477', tier: 1, weight: 1 }],
};
const twilio = { id: 'twilio', profile: 'twilio', secrets: { sid: 'AC1', key: KEY } };

type Doc = { links: Record<string, unknown>[]; routes?: object[]; profiles?: object };
/** The bodies of all answers so far. */
const answers: string[] = [];
const get = async (path: string, by = author) => {
  const answer = await by.browser.get(`/v1/staff/network${path}`);
  answers.push(answer.body);
  return answer.json();
};
const read = (by = author): Promise<NetworkAnswer> => get('', by);
const post = async (path: string, json: object = {}, by = author) => {
  const answer = await by.browser.post(`/v1/staff/network/${path}`, undefined, { json });
  answers.push(answer.body);
  return answer.json();
};
const propose = async (document: Doc, { by = author, reason = 'A new carrier', ...more } = {}) => {
  const base = (await read()).current?.number ?? null;
  return post('proposals', { base, document, reason, ...more }, by);
};
/** Proposes and approves; returns the number of the new version. */
async function change(document: Doc): Promise<number> {
  const proposed = await propose(document);
  const { number } = (proposed as NetworkAnswer).proposals.at(-1)!;
  const { current } = (await post(`versions/${number}/approve`, {}, second)) as NetworkAnswer;
  expect(current?.number).toBe(number);
  return number;
}
const kinds = (changes: NetworkChange[]) =>
  changes.map(({ part, name, kind, field }) => [part, name, kind, field].filter(Boolean).join(' '));

describe('a change', () => {
  it('waits for a second person, who makes it current', async () => {
    expect(await read()).toMatchObject({ source: 'NONE', current: null, proposals: [] });
    const document = { links: [{ ...smpp, password: PASSWORD }, twilio] };
    const asked: NetworkAnswer = await propose(document);
    const [proposal] = asked.proposals;
    expect(proposal).toMatchObject({
      state: 'PROPOSED',
      base: null,
      author: author.email,
      may_approve: false,
    });
    expect(proposal!.changes[0]).toMatchObject({
      after:
        'host smpp.example.com, port 2775, system_id shop, throughput 50, routes (prefix 9477, tier 1, weight 1)',
    });
    expect(proposal!.changes[2]).toMatchObject({ before: null, after: '•••' });
    expect(kinds(proposal!.changes)).toEqual([
      'LINK dialog ADDED',
      'LINK twilio ADDED',
      'LINK dialog SECRET password',
      'LINK twilio SECRET sid',
      'LINK twilio SECRET key',
    ]);
    const path = `versions/${proposal!.number}/approve`;
    expect(await post(path)).toMatchObject({
      code: 1012,
      description: expect.stringContaining('You proposed'),
    });
    expect((await read()).current).toBeNull();
    expect((await read(second)).proposals[0]).toMatchObject({ may_approve: true });

    const now: NetworkAnswer = await post(path, {}, second);
    expect(now).toMatchObject({
      source: 'VERSIONS',
      current: { state: 'CURRENT', decided_by: second.email, reason: 'A new carrier' },
      proposals: [],
    });
    expect(now.document.links.map(({ id }) => id)).toEqual(['dialog', 'twilio']);
    expect(now.secrets.map(({ link, name }) => `${link} ${name}`)).toEqual([
      'dialog password',
      'twilio sid',
      'twilio key',
    ]);
    expect(await post(path, {}, second)).toMatchObject({ code: 1013 });
    expect((await auditOf(t, 'NETWORK_APPROVED'))[0]).toMatchObject({
      staff_email: second.email,
      subject: String(proposal!.number),
      detail: { author: author.email, reason: 'A new carrier' },
    });
  });

  it('that leaves secrets out keeps them, and shows them as unchanged', async () => {
    const before = await read();
    const links = before.document.links.map((link) =>
      link.id === 'dialog' ? { ...link, throughput: 80 } : link,
    );
    const { proposals }: NetworkAnswer = await propose({ ...before.document, links });
    expect(proposals.at(-1)!.changes).toEqual([
      { part: 'LINK', name: 'dialog', kind: 'CHANGED', field: 'throughput', before: '50', after: '80' },
    ]);
    const now: NetworkAnswer = await post(`versions/${proposals.at(-1)!.number}/approve`, {}, second);
    expect(now.secrets).toEqual(before.secrets);
  });

  it('to another address needs the secrets again', async () => {
    const { document } = await read();
    const to = (more: object) => ({
      ...document,
      links: document.links.map((link) => (link.id === 'dialog' ? { ...link, ...more } : link)),
    });
    expect(await propose(to({ host: 'evil.example.com' }))).toMatchObject({
      code: 1002,
      fields: { document: expect.stringContaining('Link dialog gets another address') },
    });
    const { proposals }: NetworkAnswer = await propose(to({ host: 'new.example.com', password: 'pw-0815' }));
    expect(kinds(proposals.at(-1)!.changes)).toEqual([
      'LINK dialog CHANGED host',
      'LINK dialog SECRET password',
    ]);
    await post(`versions/${proposals.at(-1)!.number}/withdraw`, { reason: 'Only a test' });
    expect((await auditOf(t, 'NETWORK_WITHDRAWN'))[0]).toMatchObject({ detail: { reason: 'Only a test' } });
  });

  it('is refused if another version has become current', async () => {
    const { document } = await read();
    const rule = { name: 'otp', when: { senders: ['BANK'] }, links: [{ link: 'twilio' }] };
    const stale = (await propose({ ...document, routes: [rule] })).proposals.at(-1).number;
    const base = (await read()).current!.number;
    await change({ ...document, links: document.links.map((link) => ({ ...link, throughput: 7 })) });
    expect(await post(`versions/${stale}/approve`, {}, second)).toMatchObject({
      code: 1013,
      description: expect.stringContaining('is current now, so this change no longer applies'),
    });
    const listed = (await read(second)).proposals.find(({ number }) => number === stale);
    expect(listed).toMatchObject({ is_stale: true, may_approve: false });
    expect(await propose({ ...document, routes: [rule] }, { base } as object)).toMatchObject({ code: 1013 });
    await post(`versions/${stale}/withdraw`, { reason: 'Too late' }, second);
  });

  it('is decided once: of two at once one wins', async () => {
    const { document } = await read();
    const third = await makeStaff(t);
    const { number } = (await propose({ links: document.links.slice(0, 1) })).proposals.at(-1);
    const { number: other } = (await propose({ links: document.links.slice(1) })).proposals.at(-1);
    const answers = await Promise.all([
      post(`versions/${number}/approve`, {}, second),
      post(`versions/${number}/approve`, {}, third),
      post(`versions/${other}/approve`, {}, third),
    ]);
    expect(answers.filter(({ code }) => code === 1013)).toHaveLength(2);
    for (const one of (await read()).proposals)
      await post(`versions/${one.number}/withdraw`, { reason: 'Clean up' });
    const { rows } = await t.services.pool.query(
      `select count(*)::integer as count from network_versions where state = 'CURRENT'`,
    );
    expect(rows[0].count).toBe(1);
    await change({ links: [{ ...smpp, password: PASSWORD }, twilio] });
  });

  it('is checked as a whole, and errors quote no secret', async () => {
    const wrong = async (document: Doc) => (await propose(document)).fields?.document as string;
    const secret = 'far-too-long-for-smpp';
    const said = await wrong({ links: [{ ...smpp, password: secret, weight: 'x' }] });
    expect(said).toContain('links[0].password of link dialog: SMPP 3.4');
    expect(said).not.toContain(secret);
    expect(await wrong({ links: [{ id: 'new', profile: './mine.json' }] })).toContain('names no files');
    expect(
      await wrong({ links: [{ ...smpp, id: 'x', password: 'y', tls: { ca_file: '/etc/hosts' } }] }),
    ).toContain('names no files');
    expect(await wrong({ links: [twilio, twilio] })).toContain('uses the id twilio twice');
    expect(await wrong({ links: [] })).toContain('name at least one link');
    const { document } = await read();
    expect((await propose(document)).description).toContain('Nothing is changed');
    const large = { links: [{ ...twilio, note: 'x'.repeat(270_000) }] };
    expect(await wrong(large)).toContain('larger than 256 KiB');
  });

  it('may bring a profile of its own', async () => {
    const { document } = await read();
    const mine = {
      profile: 'mine',
      title: 'Mine',
      base: 'https://sms.example.com',
      secrets: ['token'],
      send: {
        post: '/send',
        headers: { authorization: 'Bearer {{token}}' },
        json: { to: '{{to}}', from: '{{from}}' },
      },
      answer: { ok: 'http == `200`', id: 'id' },
    };
    const link = { id: 'own', profile: 'mine', secrets: { token: 'tok-1' } };
    const profiles = { mine: { ...mine, send: { ...mine.send, json: { to: '{{nobody}}' } } } };
    expect((await propose({ links: [link], profiles })).description).toContain('{{nobody}}');
    await change({ ...document, links: [...document.links, link], profiles: { mine } });
    // A profile decides where secrets go.
    const moved = {
      ...(await read()).document,
      profiles: { mine: { ...mine, base: 'https://evil.example.com' } },
    };
    expect((await propose(moved)).description).toContain('Link own gets another address');
    await change({ links: (await read()).document.links.filter(({ id }) => id !== 'own') });
  });
});

describe('a version', () => {
  it('is put back with its secrets: alone if that undoes the last change, else by two people', async () => {
    const first = await change({ links: [{ ...smpp, password: 'first' }, twilio] });
    const undone = await change({ links: [{ ...smpp, password: 'second' }, twilio] });
    const history = await get('/versions?page_size=2');
    expect(history.results).toMatchObject([
      { number: undone, state: 'CURRENT', puts_back_alone: false },
      { number: first, state: 'REPLACED', puts_back_alone: true },
    ]);
    const now: NetworkAnswer = await post(`versions/${first}/put_back`, { reason: 'It does not bind' });
    expect(now.current).toMatchObject({ author: author.email, base: undone, reason: 'It does not bind' });
    expect(kinds(now.current!.changes)).toEqual(['LINK dialog SECRET password']);
    expect((await auditOf(t, 'NETWORK_PUT_BACK'))[0]).toMatchObject({ staff_email: author.email });

    await change({ links: [{ ...smpp, password: 'third' }] });
    const asked: NetworkAnswer = await post(`versions/${undone}/put_back`, { reason: 'Older' });
    expect(asked.proposals.at(-1)).toMatchObject({ state: 'PROPOSED', author: author.email });
    const withdrawn = asked.proposals.at(-1)!.number;
    await post(`versions/${withdrawn}/withdraw`, { reason: 'Clean up' });
    expect(await post(`versions/${withdrawn}/put_back`, { reason: 'Not this' })).toMatchObject({
      code: 1013,
    });
    expect(await post('versions/99999/put_back', { reason: 'Not this' })).toMatchObject({ code: 1001 });
  });

  it('says which links would carry a message, and why', async () => {
    const rule = {
      name: 'otp',
      when: { senders: ['BANK'] },
      links: [{ link: 'twilio', tier: 2 }, { link: 'dialog' }],
    };
    await change({ links: [{ ...smpp, password: PASSWORD }, twilio], routes: [rule] });
    const choice = (query: string) => get(`/choice?${query}`);
    expect(await choice('to=%2B94771234567&sender=BANK')).toEqual({
      ...{ to: '+94771234567', country: 'LK', rule: 'otp', prefix: null },
      links: [
        { link: 'dialog', tier: 1, weight: 1 },
        { link: 'twilio', tier: 2, weight: 1 },
      ],
    });
    expect(await choice('to=%2B94771234567')).toMatchObject({
      rule: null,
      prefix: '9477',
      links: [{ link: 'dialog' }],
    });
    expect(await choice('to=%2B61412345678')).toMatchObject({ prefix: '', links: [{ link: 'twilio' }] });
    expect((await choice('to=12')).code).toBeGreaterThan(0);
  });
});

it('no answer, audit entry, log line or column has a secret', async () => {
  const { results } = await get('/versions?page_size=100');
  await Promise.all(results.map(({ number }: { number: number }) => get(`/versions/${number}`)));
  const { rows } = await t.services.pool.query(
    `select (select json_agg(a) from audit_log a)::text || (select json_agg(n) from network_versions n)::text as text`,
  );
  const shown = [...answers, rows[0].text, ...t.log].join('\n');
  expect(shown).toContain('smpp.example.com');
  expect(shown).toContain('NETWORK_APPROVED');
  // KEY has quotes, which are escaped in JSON.
  for (const secret of [PASSWORD, 'pw-0815', 'of\\" twilio', KEY, 'tok-1', 'far-too-long-for-smpp'])
    expect(shown).not.toContain(secret);
});

describe('a file that has the network', () => {
  const path = '/v1/staff/network';

  it('is shown without secrets, and every call that changes it is refused with words', async () => {
    writeFileSync(carriersFile, JSON.stringify([{ ...smpp, id: 'of-file', password: PASSWORD }]));
    const staff = await makeStaff(withFile);
    const answer = (await staff.browser.get(path)).json();
    expect(answer).toMatchObject({
      source: 'FILE',
      document: { links: [{ id: 'of-file' }] },
      secrets: [{ link: 'of-file', name: 'password', set_at: null }],
      proposals: [],
    });
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    const { number } = (await read()).current!;
    const reason = 'Not possible';
    const before = await countVersions();
    const calls: [string, object][] = [
      ['proposals', { base: null, document: { links: [{ ...smpp, password: PASSWORD }] }, reason }],
      [`versions/${number}/approve`, {}],
      [`versions/${number}/withdraw`, { reason }],
      [`versions/${number}/put_back`, { reason }],
    ];
    for (const [call, json] of calls)
      expect((await staff.browser.post(`${path}/${call}`, undefined, { json })).json(), call).toMatchObject({
        code: 1013,
        description: expect.stringMatching(/^CARRIERS_FILE has the network, so it cannot be changed here\./),
      });
    expect(await countVersions()).toEqual(before);
    const choice = (await staff.browser.get(`${path}/choice?to=%2B94771234567`)).json();
    expect(choice).toMatchObject({ links: [{ link: 'of-file' }] });
  });

  it('says so when it has become wrong, without what is in it', async () => {
    writeFileSync(carriersFile, `[{ "password": "${PASSWORD}" `);
    const staff = await makeStaff(withFile);
    for (const call of ['', '/choice?to=%2B94771234567']) {
      const answer = (await staff.browser.get(`${path}${call}`)).json();
      expect(answer).toMatchObject({ code: 1013, description: expect.stringContaining('is not JSON') });
      expect(answer.description).not.toContain(PASSWORD);
    }
    rmSync(carriersFile);
    expect((await staff.browser.get(path)).json().description).toContain('cannot be read (ENOENT)');
  });
});

async function countVersions() {
  const { rows } = await t.services.pool.query(
    'select state, count(*) from network_versions group by state order by state',
  );
  return rows;
}
