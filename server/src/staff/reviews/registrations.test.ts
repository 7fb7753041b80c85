// Registrations of sender ids over HTTP: two persons, their order, mails, the queue, and the end.
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addSender } from '../../../test/factories.ts';
import { carriersFile } from '../../../test/process.ts';
import { registrationDesk } from '../../../test/registrationDesk.ts';
import { approveSenderOf, requestSender } from '../../../test/requests.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { endRegistrations } from '../../senders/registrationExpiry.ts';

const t = await testApp();
const { pool } = t.services;
const reason = 'Letter of 3 November';
const { verifier, colleague, post, read, begun, move, propose, confirm, registered } = await registrationDesk(
  t,
  reason,
);

const mailsTo = async (email: string) => {
  const { rows } = await pool.query('select subject, text_body from mails where recipient = $1 order by id', [
    email,
  ]);
  return rows as { subject: string; text_body: string }[];
};

describe('a registration', () => {
  it('begins as a draft, once, for an approved name', async () => {
    const asked = await requestSender(t);
    const path = `sender_ids/${asked.requestId}/registration`;
    expect((await post(verifier.browser, path, { country: 'AU' })).code).toBe(1013);
    await approveSenderOf(t, asked);
    const first = await post(verifier.browser, path, { country: 'AU' });
    expect(first).toMatchObject({
      state: 'DRAFT',
      turn: 'OWNER',
      moves: ['WITHDRAWN'],
      may_propose: false,
    });
    expect((await post(colleague.browser, path, { country: 'AU' })).id).toBe(first.id);
    const { registrations } = (await verifier.browser.get(`/v1/staff/sender_ids/${asked.requestId}`)).json();
    expect(registrations).toContainEqual(
      expect.objectContaining({ id: first.id, country: 'AU', state: 'DRAFT', otherwise: 'STAMP' }),
    );
  });

  it('needs the proposal of one person and the confirmation of another', async () => {
    const { id, person } = await begun();
    expect((await propose(id)).code, 'not handed in').toBe(1013);
    expect(await move(id, 'SUBMITTED')).toMatchObject({ state: 'SUBMITTED', turn: 'REGISTER' });
    const proposed = await propose(id, '2099-06-30');
    expect(proposed).toMatchObject({
      ...{ state: 'SUBMITTED', turn: 'US', may_propose: false, reference: null, valid_from: null },
      proposal: { reference: 'AU-77', by: verifier.email, may_decide: false },
    });
    expect((await confirm(id, proposed.proposal.id, verifier)).code, 'alone').toBe(1012);
    expect((await confirm(id, crypto.randomUUID())).code, 'another proposal').toBe(1013);
    expect((await propose(id, null, colleague)).code, 'a second proposal').toBe(1013);
    expect((await read(id, colleague)).proposal.may_decide).toBe(true);
    const done = await confirm(id, proposed.proposal.id);
    expect(done).toMatchObject({
      ...{ state: 'REGISTERED', turn: null, reference: 'AU-77', proposal: null, moves: ['WITHDRAWN'] },
      expires_at: '2099-07-01T00:00:00.000Z',
    });
    expect(Date.parse(done.valid_from)).toBeLessThanOrEqual(Date.now());
    expect(done.events.map(({ kind, to, by }: Record<string, string>) => [kind, to, by])).toEqual([
      ['STATE', 'REGISTERED', colleague.email],
      ['PROPOSED', 'REGISTERED', verifier.email],
      ['STATE', 'SUBMITTED', verifier.email],
      ['STATE', 'DRAFT', verifier.email],
    ]);
    expect((await confirm(id, proposed.proposal.id)).code, 'twice').toBe(1013);
    expect((await mailsTo(person.email)).at(-1)).toMatchObject({
      subject: 'Lanka Shop is registered in Australia',
      text_body: expect.stringContaining('30 June 2099'),
    });
    expect((await auditOf(t, 'SENDER_REGISTRATION'))[0]).toMatchObject({
      ...{ staff_email: colleague.email, subject: id },
      detail: { sender: 'Lanka Shop', country: 'AU', state: 'REGISTERED' },
    });
  });

  it('counts for the telcos that are proposed, of those that links name', async () => {
    const { settings } = t.services;
    Object.assign(settings, { carriersFile: carriersFile({ port: 1 }, { telco: 'beta' }) });
    onTestFinished(() => void Object.assign(settings, { carriersFile: null }));
    const { id, browser, project } = await begun();
    expect((await move(id, 'SUBMITTED')).links_telcos).toEqual(['beta']);
    const proposed = { reference: 'AU-77', expires_on: null, reason };
    const path = `registrations/${id}/propose`;
    expect(await post(verifier.browser, path, { ...proposed, telcos: ['gamma'] })).toMatchObject({
      code: 1002,
      fields: { telcos: 'No carrier link names gamma.' },
    });
    const { proposal } = await post(verifier.browser, path, { ...proposed, telcos: ['beta'] });
    expect(proposal.telcos).toEqual(['beta']);
    const done = await confirm(id, proposal.id);
    expect(done).toMatchObject({ state: 'REGISTERED', telcos: ['beta'] });
    expect(done.events[0].reason).toMatch(/^AU-77, beta: /);
    const { senders } = (await browser.get(`/v1/web/projects/${project.id}`)).json();
    expect(senders[0].registrations[0].telcos).toEqual(['beta']);
    // A renewal keeps them, also while their link is left out, and counts for all if none is chosen.
    Object.assign(settings, { carriersFile: carriersFile({ port: 1 }, { telco: 'alpha' }) });
    const renewal = await propose(id);
    expect(await confirm(id, renewal.proposal.id)).toMatchObject({ telcos: ['beta'] });
    const widened = await post(verifier.browser, path, { ...proposed, telcos: ['alpha', 'beta'] });
    Object.assign(settings, { carriersFile: null });
    expect(await confirm(id, widened.proposal.id)).toMatchObject({
      code: 1013,
      description: expect.stringContaining('no carrier link names alpha now'),
    });
    await post(colleague.browser, `registrations/${id}/reject`, { proposal: widened.proposal.id, reason });
    const all = await post(verifier.browser, path, { ...proposed, telcos: [] });
    expect(await confirm(id, all.proposal.id)).toMatchObject({ telcos: [] });
  });

  it('takes no telcos while a process of an older version runs', async () => {
    const { settings } = t.services;
    Object.assign(settings, { carriersFile: carriersFile({ port: 1 }, { telco: 'beta' }) });
    onTestFinished(() => void Object.assign(settings, { carriersFile: null }));
    const { id } = await begun();
    await move(id, 'SUBMITTED');
    await pool.query(
      `insert into processes (id, host, version, roles, started_at, migration, accepted_rate, refused_rate)
        values (gen_random_uuid(), 'old', '0.1.0', '{web}', now(), 115, 0, 0)`,
    );
    const proposed = { reference: 'AU-77', expires_on: null, reason };
    const path = `registrations/${id}/propose`;
    expect(await post(verifier.browser, path, { ...proposed, telcos: ['beta'] })).toMatchObject({
      code: 1013,
    });
    await pool.query('delete from processes');
    expect(await post(verifier.browser, path, { ...proposed, telcos: ['beta'] })).toMatchObject({
      state: 'SUBMITTED',
    });
  });

  it('that is rejected counts for nothing', async () => {
    const { id } = await begun();
    await move(id, 'SUBMITTED');
    const { proposal } = await propose(id);
    const answer = await post(colleague.browser, `registrations/${id}/reject`, {
      ...{ proposal: proposal.id, reason: 'The letter names another business' },
    });
    expect(answer).toMatchObject({ state: 'SUBMITTED', proposal: null, may_propose: true });
    expect(answer.events[0]).toMatchObject({ kind: 'REJECTED', reason: 'The letter names another business' });
    expect((await confirm(id, proposal.id)).code).toBe(1013);
  });

  it('is not decided by a member of the team', async () => {
    const { id, person } = await begun();
    await move(id, 'SUBMITTED');
    const own = await makeStaff(t, { role: 'COMPLIANCE', email: person.email });
    expect(await read(id, own)).toMatchObject({ own_team: true, moves: [], may_propose: false });
    expect((await move(id, 'REFUSED', own)).code).toBe(1012);
    expect((await propose(id, null, own)).code).toBe(1012);
    const { proposal } = await propose(id);
    expect((await confirm(id, proposal.id, own)).code).toBe(1012);
    expect(await read(id)).toMatchObject({ state: 'SUBMITTED' });
  });

  it('that is refused is the turn of its owner, who gets the reason by mail', async () => {
    const { id, person, project, browser } = await begun();
    await move(id, 'SUBMITTED');
    expect(await move(id, 'REFUSED')).toMatchObject({ state: 'REFUSED', turn: 'OWNER', refusal: reason });
    const { senders } = (await browser.get(`/v1/web/projects/${project.id}`)).json();
    expect(senders[0].registrations).toEqual([
      {
        country: 'AU',
        network: '*',
        otherwise: 'STAMP',
        state: 'REFUSED',
        turn: 'OWNER',
        expires_at: null,
        refusal: reason,
        lacks: null,
        telcos: [],
      },
    ]);
    expect((await mailsTo(person.email)).at(-1)).toMatchObject({
      subject: 'Lanka Shop was not registered in Australia',
      text_body: expect.stringContaining(reason),
    });
    expect(await move(id, 'DRAFT')).toMatchObject({ state: 'DRAFT', refusal: null });
  });

  it('is taken away by one person, and does not come back by the old proposal', async () => {
    const { id, answer, person } = await registered();
    expect(answer.state).toBe('REGISTERED');
    const { proposal } = await propose(id, '2099-01-01');
    expect(await move(id, 'WITHDRAWN')).toMatchObject({ state: 'WITHDRAWN', turn: null, proposal: null });
    const lost = (await mailsTo(person.email)).at(-1);
    expect(lost).toMatchObject({
      subject: 'Lanka Shop is no longer registered in Australia',
      text_body: expect.stringContaining(`Reason: ${reason}`),
    });
    expect((await confirm(id, proposal.id)).code).toBe(1013);
    expect((await move(id, 'SUBMITTED')).code).toBe(1013);
    expect(await move(id, 'DRAFT')).toMatchObject({
      ...{ state: 'DRAFT', turn: 'US', reference: null, valid_from: null, submitted_at: null },
      decided_at: null,
    });
    // A draft was not in the register, so its end changes nothing for recipients.
    await move(id, 'WITHDRAWN');
    expect((await mailsTo(person.email)).at(-1)).toEqual(lost);
  });

  it('is renewed without a gap', async () => {
    const { id, answer, person } = await registered();
    const { proposal } = await propose(id, '2098-12-31');
    expect(await read(id)).toMatchObject({ state: 'REGISTERED', expires_at: null });
    expect(await confirm(id, proposal.id)).toMatchObject({
      ...{ state: 'REGISTERED', valid_from: answer.valid_from },
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    expect((await mailsTo(person.email)).at(-1)?.subject).toBe(
      'The registration of Lanka Shop in Australia was renewed',
    );
  });

  it('cannot end before today', async () => {
    const { id } = await begun();
    await move(id, 'SUBMITTED');
    expect(await propose(id, '2020-01-01')).toMatchObject({ code: 1002 });
    expect(await propose(id, 'soon')).toMatchObject({ code: 1002 });
  });

  it('is one for a name in any case, and staff see other teams with it', async () => {
    const one = await begun('Acme Beds');
    await addSender(t, { teamId: one.teamId, projectId: one.project.id, sender: 'ACME BEDS' });
    const { senders } = (await one.browser.get(`/v1/web/projects/${one.project.id}`)).json();
    expect(senders.map((sender: { registrations: object[] }) => sender.registrations)).toEqual([
      [expect.objectContaining({ state: 'DRAFT' })],
      [expect.objectContaining({ state: 'DRAFT' })],
    ]);
    const other = await begun('acme beds');
    expect(other.id).not.toBe(one.id);
    expect((await read(other.id)).same_name).toEqual(
      expect.arrayContaining([
        { team: expect.objectContaining({ id: one.teamId }), sender_id: 'Acme Beds' },
        { team: expect.objectContaining({ id: one.teamId }), sender_id: 'ACME BEDS' },
      ]),
    );
  });

  it('keeps its events for good', async () => {
    await begun();
    for (const statement of [
      'delete from sender_registration_events',
      "update sender_registration_events set reason = ''",
    ])
      await expect(pool.query(statement)).rejects.toThrow('never changed or deleted');
  });
});

describe('the queue', () => {
  const queue = async (query: string) =>
    (await verifier.browser.get(`/v1/staff/registrations?${query}`)).json().results as { id: string }[];
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

  it('lists registrations by who acts next: proposals, then those that end first, then the ended', async () => {
    const draft = await begun('Queue Draft');
    const late = await registered('Queue Late');
    const soon = await registered('Queue Soon');
    for (const [id, days] of [
      [late.id, 20],
      [soon.id, 3],
    ] as const)
      await pool.query(
        `update sender_registrations set expires_at = now() + make_interval(days => $2) where id = $1`,
        [id, days],
      );
    expect(ids(await queue('turn=US&q=queue'))).toEqual([soon.id, late.id, draft.id]);
    await move(draft.id, 'SUBMITTED');
    expect(ids(await queue('turn=REGISTER&q=queue'))).toEqual([draft.id]);
    await propose(draft.id);
    expect(ids(await queue('turn=REGISTER&q=queue'))).toEqual([]);
    expect(await queue('turn=US&q=queue draft')).toMatchObject([
      { proposed: true, sender_id: 'Queue Draft' },
    ]);
    expect(ids(await queue('turn=US&q=queue'))).toEqual([draft.id, soon.id, late.id]);
    await pool.query('update sender_registrations set expires_at = now() where id = $1', [soon.id]);
    expect(ids(await queue('turn=US&q=queue'))).toEqual([draft.id, late.id, soon.id]);
    expect(ids(await queue('q=queue'))).toHaveLength(3);
    await pool.query('update teams set closed_at = now() where id = $1', [late.teamId]);
    expect(ids(await queue('turn=US&q=queue'))).toEqual([draft.id, soon.id]);
  });

  it('loses a name that nobody wants any more', async () => {
    const { id } = await begun('Queue Gone');
    await move(id, 'WITHDRAWN');
    expect(ids(await queue('turn=US&q=queue gone'))).toEqual([]);
    const { registrations } = (await verifier.browser.get('/v1/staff/counts')).json();
    expect(registrations).toBeGreaterThanOrEqual(3);
  });
});

describe('the end of a registration', () => {
  const endsIn = (id: string, interval: string) =>
    pool.query(`update sender_registrations set expires_at = now() + $2::interval where id = $1`, [
      id,
      interval,
    ]);
  const subjects = async (email: string) =>
    (await mailsTo(email)).map(({ subject }) => subject).filter((one) => one.includes('ends on'));

  it('is announced 60, 30, 7 and 1 days before, once each', async () => {
    const { id, person } = await registered('Ends Soon');
    for (const [interval, mails] of [
      ['61 days', 0],
      ['60 days', 1],
      ['31 days', 1],
      ['30 days', 2],
      ['8 days', 2],
      ['7 days', 3],
      ['1 day', 4],
      ['1 hour', 4],
    ] as const) {
      await endsIn(id, interval);
      await endRegistrations(t.services);
      await endRegistrations(t.services);
      expect(await subjects(person.email), interval).toHaveLength(mails);
    }
  });

  it('is shown at once, and noted and mailed once', async () => {
    const { id, person } = await registered('Over Now');
    await endsIn(id, '0');
    expect(await read(id)).toMatchObject({ state: 'EXPIRED', turn: 'US', may_propose: true });
    await endRegistrations(t.services);
    await endRegistrations(t.services);
    const { events } = await read(id);
    expect(events.slice(0, 2)).toMatchObject([
      { from: 'REGISTERED', to: 'EXPIRED', by: 'service' },
      { to: 'REGISTERED' },
    ]);
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => one === 'Over Now is no longer registered in Australia')).toHaveLength(1);
    const { proposal } = await propose(id);
    expect(await confirm(id, proposal.id)).toMatchObject({ state: 'REGISTERED', expires_at: null });
  });
});

describe('two decisions at once', () => {
  it('of two confirmations one counts, and the other finds nothing open', async () => {
    const { id } = await begun();
    await move(id, 'SUBMITTED');
    const { proposal } = await propose(id);
    const answers = await Promise.all([confirm(id, proposal.id), confirm(id, proposal.id)]);
    expect(answers.map(({ code, state }) => code ?? state).sort()).toEqual([1013, 'REGISTERED']);
    const { events } = await read(id);
    expect(events.filter(({ to }: { to: string }) => to === 'REGISTERED')).toHaveLength(2);
  });

  it('of a confirmation and a withdrawal each happens whole', async () => {
    const { id } = await begun();
    await move(id, 'SUBMITTED');
    const { proposal } = await propose(id);
    await Promise.all([confirm(id, proposal.id), move(id, 'WITHDRAWN', colleague)]);
    expect(await read(id)).toMatchObject({ state: 'WITHDRAWN', proposal: null });
  });

  it('a proposer who is in the team by then counts for nothing', async () => {
    const { id, person } = await begun();
    await move(id, 'SUBMITTED');
    const { proposal } = await propose(id);
    // As if the person had joined the team since.
    await pool.query('update sender_registrations set proposer = $2 where id = $1', [id, person.email]);
    expect(await confirm(id, proposal.id)).toMatchObject({ code: 1013 });
    expect(await read(id, colleague)).toMatchObject({ state: 'SUBMITTED' });
  });
});
