// Staff deciding requests: queues, documents, and each decision once.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { newestMail } from '../../../test/factories.ts';
import { PICTURE } from '../../../test/files.ts';
import { approveSenderOf, requestAgain, requestSender, requestVerification } from '../../../test/requests.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';

const t = await testApp();
const { pool } = t.services;
const { browser: compliance, email: decider } = await makeStaff(t, { role: 'COMPLIANCE' });
const colleague = await makeStaff(t, { role: 'ADMIN' });

const reject = (id: string, reason: unknown = 'The picture is too dark') =>
  compliance.post(`/v1/staff/identity/${id}/reject`, undefined, { json: { reason } });

describe('the queue of identity requests', () => {
  it('has the oldest request first, with the date by which an answer was promised', async () => {
    const first = await requestVerification(t, { last_name: 'Waiting' });
    const second = await requestVerification(t, { last_name: 'Waiting' });
    // A Friday noon: two business days later it is Tuesday noon.
    await pool.query(`update verification_requests set created_at = '2026-01-02T12:00:00Z' where id = $1`, [
      second.requestId,
    ]);
    const page = (await compliance.get('/v1/staff/identity?q=waiting')).json();
    expect(page.results.map((row: { id: string }) => row.id)).toEqual([second.requestId, first.requestId]);
    expect(page).toMatchObject({ total: 2, total_pages: 1 });
    expect(page.results[0]).toMatchObject({
      status: 'PENDING',
      team: { id: second.teamId },
      name: 'Nimal Waiting',
      email: second.person.email,
      account_type: 'BUSINESS',
      submitted_at: '2026-01-02T12:00:00.000Z',
      due_at: '2026-01-06T12:00:00.000Z',
      decided_at: null,
    });
    const last = (await compliance.get('/v1/staff/identity?q=waiting&page_num=1&page_size=1')).json();
    expect(last.results.map((row: { id: string }) => row.id)).toEqual([first.requestId]);
    expect((await compliance.get(`/v1/staff/identity?q=${first.teamId}`)).json().total).toBe(1);
    expect((await compliance.get('/v1/staff/identity?q=nobody%25')).json().total).toBe(0);
    const counts = (await compliance.get('/v1/staff/counts')).json();
    expect(counts).toMatchObject({ identity: expect.any(Number), senders: 0 });
    expect(counts.identity).toBeGreaterThanOrEqual(2);
  });

  it('is not for support', async () => {
    const { browser } = await makeStaff(t, { role: 'SUPPORT' });
    expect((await browser.get('/v1/staff/identity')).json().code).toBe(1012);
    expect((await browser.get('/v1/staff/counts')).json()).toEqual({
      identity: null,
      senders: null,
      registrations: null,
      holds: null,
      adjustments: null,
      refunds: null,
      slips: null,
      payment_alerts: null,
    });
  });
});

describe('a document', () => {
  it('is opened as an attachment that runs nothing, and every opening is logged', async () => {
    const { requestId, fileId, teamId } = await requestVerification(t);
    const { documents } = (await compliance.get(`/v1/staff/identity/${requestId}`)).json();
    expect(documents).toEqual([
      {
        id: fileId,
        evidence: null,
        name: 'passport.png',
        label: 'Passport',
        size: PICTURE.size,
        type: 'image/png',
        kept: true,
      },
    ]);
    const opened = await compliance.get(`/v1/staff/identity/${requestId}/documents/${fileId}`);
    expect(opened.rawPayload).toEqual(Buffer.from(await PICTURE.arrayBuffer()));
    expect(opened.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^attachment; filename="passport.png"/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(await auditOf(t, 'DOCUMENT_OPENED')).toEqual([
      {
        staff_email: decider,
        team_id: teamId,
        subject: fileId,
        detail: { request: requestId, name: 'passport.png', label: 'Passport' },
      },
    ]);
  });

  it('is only found with the request it belongs to', async () => {
    const mine = await requestVerification(t);
    const other = await requestVerification(t);
    const crossed = await compliance.get(`/v1/staff/identity/${mine.requestId}/documents/${other.fileId}`);
    expect(crossed.json().code).toBe(1001);
    const asSender = await compliance.get(`/v1/staff/sender_ids/${mine.requestId}/documents/${mine.fileId}`);
    expect(asSender.json().code).toBe(1001);
  });
});

describe('an identity request', () => {
  it('is approved: the team is verified and gets a mail, and the entry is logged', async () => {
    const { requestId, teamId, person, browser } = await requestVerification(t);
    const answer = await compliance.post(`/v1/staff/identity/${requestId}/approve`);
    expect(answer.json()).toMatchObject({
      status: 'APPROVED',
      decided_by: decider,
      decided_at: expect.any(String),
      reason: null,
      own_team: false,
    });
    expect((await browser.get('/v1/web/profile')).json().id_verified).toBe(true);
    expect((await newestMail(t, person.email)).subject).toMatch(/verified/i);
    expect((await auditOf(t, 'IDENTITY_APPROVED'))[0]).toMatchObject({
      staff_email: decider,
      team_id: teamId,
      subject: requestId,
    });
  });

  it('is rejected with a reason, which its team reads; the next one shows what was before', async () => {
    const asked = await requestVerification(t);
    expect((await reject(asked.requestId, ' ')).json()).toMatchObject({
      code: 1002,
      fields: { reason: 'Give a reason' },
    });
    expect((await reject(asked.requestId)).json()).toMatchObject({
      status: 'REJECTED',
      reason: 'The picture is too dark',
    });
    expect((await newestMail(t, asked.person.email)).text).toContain('The picture is too dark');
    const again = await requestAgain(asked);
    const { earlier } = (await compliance.get(`/v1/staff/identity/${again.requestId}`)).json();
    expect(earlier).toMatchObject([{ id: asked.requestId, reason: 'The picture is too dark' }]);
  });

  it('is decided once: of two at once one wins, and the refusal of the other names who did', async () => {
    const { requestId, teamId } = await requestVerification(t);
    const answers = await Promise.all([
      reject(requestId),
      colleague.browser.post(`/v1/staff/identity/${requestId}/approve`),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const winner = answers.findIndex((answer) => answer.statusCode === 200);
    const lost = answers[1 - winner]!.json();
    expect(lost.description).toContain(winner === 0 ? decider : colleague.email);
    const { rows } = await pool.query(
      `select count(*)::integer as logged from audit_log where team_id = $1 and action like 'IDENTITY_%'`,
      [teamId],
    );
    expect(rows[0].logged).toBe(1);
  });

  it('is not decided by a member of the team', async () => {
    const { requestId, person } = await requestVerification(t);
    const { browser } = await makeStaff(t, { role: 'COMPLIANCE', email: person.email });
    expect((await browser.get(`/v1/staff/identity/${requestId}`)).json().own_team).toBe(true);
    const answer = await browser.post(`/v1/staff/identity/${requestId}/approve`);
    expect(answer.json()).toMatchObject({ code: 1012, description: expect.stringMatching(/somebody else/) });
    expect((await compliance.get(`/v1/staff/identity/${requestId}`)).json().status).toBe('PENDING');
  });

  it('that does not exist is not found', async () => {
    expect((await compliance.post('/v1/staff/identity/nothing/approve')).json().code).toBe(1001);
    expect((await reject('018f3b2e-0000-7000-8000-000000000000')).json().code).toBe(1001);
  });
});

describe('a request for a sender id', () => {
  const json = (body: object) => ({ json: body });

  it('is approved, and then the project can send from it', async () => {
    const { requestId, project, teamId, browser } = await requestSender(t);
    const page = (await compliance.get('/v1/staff/sender_ids?q=lanka')).json();
    expect(page.results).toMatchObject([
      { id: requestId, sender_id: 'Lanka Shop', is_promotional: true, project: { id: project.id } },
    ]);
    const answer = await compliance.post(`/v1/staff/sender_ids/${requestId}/approve`);
    expect(answer.json()).toMatchObject({
      status: 'APPROVED',
      legal_name: 'Lanka Shop (Pvt) Ltd',
      description: 'Offers of the shop',
      registrations: [
        { id: null, country: 'AU', network: '*', state: 'DRAFT', turn: 'OWNER', otherwise: 'STAMP' },
        ...['Dialog', 'Mobitel', 'Hutch', 'Airtel'].map((network) => ({
          ...{ id: null, country: 'LK', network, otherwise: 'PASS' },
        })),
      ],
      documents: [{ label: 'Registration' }],
    });
    const { senders } = (await browser.get(`/v1/web/projects/${project.id}`)).json();
    expect(senders).toMatchObject([{ id: 'Lanka Shop', is_promotional: true }]);
    expect((await auditOf(t, 'SENDER_APPROVED'))[0]).toMatchObject({
      team_id: teamId,
      detail: { sender: 'Lanka Shop', class: 'PROMOTIONAL' },
    });
  });

  it.each([undefined, 'SERVICE', 'TRANSACTIONAL'] as const)(
    'is approved for the class %s',
    async (chosen) => {
      const { requestId, project, browser } = await requestSender(t);
      const expected = { class: chosen ?? 'PROMOTIONAL', is_promotional: chosen === undefined };
      const url = `/v1/staff/sender_ids/${requestId}/approve`;
      const answer = await compliance.call('POST', url, json(chosen ? { class: chosen } : {}));
      expect(answer.json()).toMatchObject({ status: 'APPROVED', ...expected });
      const { senders } = (await browser.get(`/v1/web/projects/${project.id}`)).json();
      expect(senders).toMatchObject([{ id: 'Lanka Shop', ...expected }]);
      expect((await auditOf(t, 'SENDER_APPROVED'))[0]).toMatchObject({ detail: { class: expected.class } });
    },
  );

  it('is not approved for a class that does not exist', async () => {
    const { requestId } = await requestSender(t);
    const url = `/v1/staff/sender_ids/${requestId}/approve`;
    expect((await compliance.call('POST', url, json({ class: 'OTP' }))).statusCode).toBe(400);
    expect((await compliance.get(`/v1/staff/sender_ids/${requestId}`)).json().status).toBe('PENDING');
  });

  it('shows the brand of its owner, and names of other teams that look the same', async () => {
    const commonwealth = { owner_scheme: 'ABN', owner_number: '48 123 123 124', name_basis: 'TRADE_MARK' };
    const bank = await requestSender(t, 'C0mmBank', commonwealth);
    const shown = async (id: string) => (await compliance.get(`/v1/staff/sender_ids/${id}`)).json();
    expect(await shown(bank.requestId)).toMatchObject({
      brand: { name: 'CommBank', owned: true },
      look_alikes: [],
    });
    const first = await requestSender(t, 'Sarnaru 1st');
    await approveSenderOf(t, first);
    const second = await requestSender(t, '5AMMARU_lst');
    expect(await shown(second.requestId)).toMatchObject({
      brand: null,
      look_alikes: [{ team: { id: first.teamId }, sender_id: 'Sarnaru 1st' }],
    });
  });

  it('is rejected with a reason, once', async () => {
    const { requestId, person } = await requestSender(t, 'Best Price');
    const sendBack = () =>
      compliance.post(
        `/v1/staff/sender_ids/${requestId}/reject`,
        undefined,
        json({ reason: 'We cannot tell whose name this is' }),
      );
    expect((await sendBack()).json()).toMatchObject({ status: 'REJECTED', decided_by: decider });
    expect((await newestMail(t, person.email)).text).toContain('We cannot tell whose name this is');
    expect((await sendBack()).json()).toMatchObject({
      code: 1013,
      description: expect.stringContaining(decider),
    });
  });
});
