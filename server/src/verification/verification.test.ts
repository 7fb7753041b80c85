// Identity verification as its team and staff see it: one request at a time, decided once, effective at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { waitFor } from '../../test/database.ts';
import { addSender, credit, makeOwner, makeSender, newestMail } from '../../test/factories.ts';
import { uploadFrom } from '../../test/files.ts';
import { COMMAND_LINE } from '../audit/record.ts';
import { isRefusal } from '../refusal.ts';
import { decideVerification, withdraw } from './decide.ts';

const t = await testApp();
const { pool } = t.services;
const URL = '/v1/web/verification_requests';

let browser: Browser;
let email: string;
let teamId: string;
beforeEach(async () => {
  const owner = await makeOwner(t);
  ({ browser, teamId } = owner);
  email = owner.person.email;
});

const fileId = async (from = browser) => (await uploadFrom(from)).json().id as string;
const ask = async (documents: { id: string; name: string }[], from = browser) =>
  from.call('POST', URL, { json: { account_type: 'INDIVIDUAL', documents } });
const stateOf = async () => {
  const { id_verified, verification } = (await browser.get('/v1/web/profile')).json();
  return { id_verified, verification };
};
const inReviewSince = async () => (await browser.get('/v1/web/profile')).json().in_review_since;
const by = { id: '0198c5a0-0000-7000-8000-000000000001', email: 'sita@example.com', ip: '192.0.2.7' };

describe('asking', () => {
  it('hands documents in under the names they were given, and shows them while it is pending', async () => {
    expect(await stateOf()).toEqual({ id_verified: false, verification: 'NONE' });
    expect(await inReviewSince()).toBeNull();
    const [front, back] = [await fileId(), await fileId()];
    const asked = await ask([
      { id: front, name: 'Passport, page 1' },
      { id: back, name: 'Passport, page 2' },
    ]);
    expect(asked.statusCode, asked.body).toBe(200);
    expect(asked.json()).toMatchObject({ status: 'PENDING', account_type: 'INDIVIDUAL', reason: null });
    expect((await browser.get(URL)).json()).toEqual([asked.json()]);
    expect(asked.json().attachments).toEqual([
      { id: front, name: 'Passport, page 1', kept: true },
      { id: back, name: 'Passport, page 2', kept: true },
    ]);
    expect(await stateOf()).toEqual({ id_verified: false, verification: 'PENDING' });
    expect(await inReviewSince()).toBe(asked.json().created_at);
    // A file that is part of a request stays.
    expect((await browser.call('DELETE', `/v1/web/files/${front}`)).json().code).toBe(1013);
  });

  it('takes the bare list of documents too', async () => {
    const answer = await browser.call('POST', URL, { json: [{ id: await fileId(), name: 'Licence' }] });
    expect(answer.json()).toMatchObject({ status: 'PENDING', account_type: null });
  });

  it('is refused while a request is pending, also to one made at the same moment', async () => {
    const ids = await Promise.all([fileId(), fileId(), fileId(), fileId()]);
    const answers = await Promise.all(ids.map((id) => ask([{ id, name: 'Page 1' }])));
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json();
    expect(refused).toEqual({ code: 1013, description: 'You have a pending user verification request.' });
    expect((await browser.get(URL)).json()).toHaveLength(1);
  });

  it.each([
    ['no document', [], 'Please select your document'],
    ['a document without a name', [{ id: 'x', name: ' ' }], 'Name is Required'],
    ['a document without a file', [{ id: '', name: 'Page 1' }], 'Id is Required'],
    ['four documents', Array.from('abcd', (id) => ({ id, name: 'Page' })), 'At most 3 documents'],
    [
      'one file twice',
      Array.from('aa', (id) => ({ id, name: 'Page' })),
      'Each document needs a file of its own',
    ],
  ])('with %s is refused in words', async (_what, documents, words) => {
    const answer = await ask(documents);
    expect(answer.json()).toMatchObject({ code: 1002, description: words });
  });

  it("takes no other team's file, none twice and none that is not there, and leaves nothing of a refused request", async () => {
    const { browser: other } = await makeOwner(t);
    const [foreign, own] = [await fileId(other), await fileId()];
    for (const id of [foreign, '0198c5a0-0000-7000-8000-00000000ffff', 'none']) {
      const answer = await ask([
        { id: own, name: 'Page 1' },
        { id, name: 'Page 2' },
      ]);
      expect(answer.json().code).toBe(1001);
    }
    expect((await browser.get(URL)).json()).toEqual([]);
    expect((await ask([{ id: foreign, name: 'Page 1' }], other)).statusCode).toBe(200);

    expect((await ask([{ id: own, name: 'Page 1' }])).statusCode).toBe(200);
    await decideVerification(t.services, {
      teamId,
      requestId: (await browser.get(URL)).json()[0].id,
      by,
      reason: 'x',
    });
    expect((await ask([{ id: own, name: 'Page 1' }])).json().code).toBe(1013);
  });
});

describe('a decision', () => {
  const pending = async () => (await ask([{ id: await fileId(), name: 'Page 1' }])).json().id as string;

  it('rejects with a reason for the customer, who can try again', async () => {
    const requestId = await pending();
    await decideVerification(t.services, { teamId, requestId, by, reason: 'Page 2 is missing.' });
    expect((await browser.get(URL)).json()[0]).toMatchObject({
      status: 'REJECTED',
      reason: 'Page 2 is missing.',
    });
    expect(await stateOf()).toEqual({ id_verified: false, verification: 'REJECTED' });
    expect(await inReviewSince()).toBeNull();
    expect((await newestMail(t, email)).text).toContain('Page 2 is missing.');
    expect((await ask([{ id: await fileId(), name: 'Page 2' }])).statusCode).toBe(200);
    expect(await stateOf()).toEqual({ id_verified: false, verification: 'PENDING' });
  });

  it('approves for the session that is open, by one of two decisions at once', async () => {
    const requestId = await pending();
    const outcomes = await Promise.all([
      decideVerification(t.services, { teamId, requestId, by, reason: null }),
      decideVerification(t.services, {
        teamId,
        requestId,
        by: { ...by, email: 'ravi@example.com' },
        reason: 'Blurred',
      }),
    ]);
    const lost = outcomes.filter(isRefusal);
    expect(lost).toEqual([
      expect.objectContaining({
        refused: 'conflict',
        description: expect.stringMatching(/decided this already/),
      }),
    ]);
    const approved = !isRefusal(outcomes[0]);
    expect(await stateOf()).toEqual({
      id_verified: approved,
      verification: approved ? 'APPROVED' : 'REJECTED',
    });
  });

  it('is not for members of the team', async () => {
    const requestId = await pending();
    expect(
      await decideVerification(t.services, { teamId, requestId, by: { ...by, email }, reason: null }),
    ).toMatchObject({
      refused: 'notAllowed',
    });
    expect(await stateOf()).toMatchObject({ verification: 'PENDING' });
  });

  it('keeps a verified team from asking again', async () => {
    await decideVerification(t.services, { teamId, requestId: await pending(), by, reason: null });
    expect(await stateOf()).toEqual({ id_verified: true, verification: 'APPROVED' });
    expect((await newestMail(t, email)).subject).toBe('Your identity is verified');
    expect((await ask([{ id: await fileId(), name: 'Page 1' }])).json()).toEqual({
      code: 1013,
      description: 'Your account is verified already.',
    });
  });
});

describe('withdrawing a verification', () => {
  it('stops LIVE within a second, and lets the team apply again', async () => {
    const sender = await makeSender(t);
    await credit(t, sender.teamId, '100');
    await addSender(t, { teamId: sender.teamId, projectId: sender.project.id, sender: 'AShop' });
    const live = () =>
      t.app.inject({
        method: 'POST',
        url: '/v1/messages',
        headers: { authorization: sender.authorization.LIVE },
        payload: { to: '+94771234567', from: 'AShop', body: 'Hello' },
      });
    expect((await live()).json().code).toBe(4006);
    const id = (await uploadFrom(sender.browser)).json().id;
    const requestId = (await ask([{ id, name: 'Page 1' }], sender.browser)).json().id;
    await decideVerification(t.services, { teamId: sender.teamId, requestId, by, reason: null });
    await waitFor(async () => (await live()).statusCode === 201, { timeoutMs: 1_000 });

    const outcome = await withdraw(t.services, { teamId: sender.teamId, by: COMMAND_LINE, reason: 'Forged' });
    expect(outcome).toEqual({ id: requestId });
    await waitFor(async () => (await live()).json().code === 4006, { timeoutMs: 1_000 });
    expect((await sender.browser.get(URL)).json()[0]).toMatchObject({
      status: 'WITHDRAWN',
      reason: 'Forged',
    });
    expect((await sender.browser.get('/v1/web/profile')).json()).toMatchObject({
      id_verified: false,
      verification: 'REJECTED',
    });
    const again = (await uploadFrom(sender.browser)).json().id;
    expect((await ask([{ id: again, name: 'Page 1' }], sender.browser)).statusCode).toBe(200);
    const { rows } = await pool.query(
      'select count(*)::int as n from verification_requests where team_id = $1',
      [sender.teamId],
    );
    expect(rows[0].n).toBe(2);
  });
});
