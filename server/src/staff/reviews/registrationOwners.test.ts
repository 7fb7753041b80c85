// Owners of registered names: looked up by staff before a name is handed in, registered or renewed.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import { OWNER, registrationDesk } from '../../../test/registrationDesk.ts';
import { approveSenderOf, requestSender } from '../../../test/requests.ts';
import { auditOf } from '../../../test/staff.ts';
import { IN_FORCE } from '../../db/registrations.ts';
import { endRegistrations } from '../../senders/registrationExpiry.ts';

const t = await testApp();
const { pool } = t.services;
const reason = 'Letter of 3 November';
const verified = await makeSender(t);
const { verifier, colleague, post, read, begun, move, propose, confirm, registered } = await registrationDesk(
  t,
  reason,
);

describe('the owner of a name', () => {
  const handIn = (id: string) => move(id, 'SUBMITTED');

  it('is an Australian business that staff have looked up, before the name is handed in', async () => {
    const asked = await requestSender(t, 'Looked Up', OWNER);
    await approveSenderOf(t, asked);
    const { id, owner, moves } = await post(verifier.browser, `sender_ids/${asked.requestId}/registration`, {
      country: 'AU',
    });
    expect(owner).toEqual({
      ...{ legal_name: 'Lanka Shop (Pvt) Ltd', scheme: 'ABN', number: '51824753556' },
      ...{ basis: 'BUSINESS_NAME', for_client: false, checked_at: null, checked_by: null },
    });
    expect(moves).not.toContain('SUBMITTED');
    expect(await handIn(id)).toMatchObject({ code: 1013, description: /look up the owner/ });
    const path = `registrations/${id}/owner_checked`;
    const checked = await post(verifier.browser, path, { reason });
    expect(checked).toMatchObject({ lacks: null, owner: { checked_by: verifier.email }, may_check: false });
    expect(checked.request_id).toBe(asked.requestId);
    expect((await auditOf(t, 'SENDER_OWNER_CHECKED'))[0]).toMatchObject({
      detail: { number: '51824753556' },
    });
    expect((await post(colleague.browser, path, { reason })).code).toBe(1013);
    expect(await handIn(id)).toMatchObject({ state: 'SUBMITTED' });
  });

  it.each([
    ['nobody', {}],
    [
      'a business without an ABN',
      { owner_scheme: 'BRN', owner_number: 'PV 12345', name_basis: 'COMPANY_NAME' },
    ],
  ])('keeps the name of %s with its owner until a request names an ABN', async (_who, owner) => {
    const asked = await requestSender(t, 'Not Yet', owner);
    await approveSenderOf(t, asked);
    const begin = { country: 'AU' };
    const { id } = await post(verifier.browser, `sender_ids/${asked.requestId}/registration`, begin);
    expect(await read(id)).toMatchObject({ turn: 'OWNER', lacks: 'ABN', moves: ['WITHDRAWN'] });
    expect(await handIn(id)).toMatchObject({ code: 1013, description: /only from a business with an ABN/ });
    // The owner asks for the same name again, in another case.
    const url = `/v1/web/projects/${asked.project.id}/sender_id_requests`;
    const again = { sender_id: 'NOT YET', is_promotional: true, description: 'Offers', ...OWNER };
    const answer = await asked.browser.call('POST', url, { json: { ...again, legal_name: 'Not Yet Pty' } });
    await approveSenderOf(t, { ...asked, requestId: answer.json().id });
    expect(await read(id)).toMatchObject({ turn: 'US', lacks: 'CHECK', may_check: true });
  });

  it('is known before a name is registered or renewed, also at the confirmation', async () => {
    const { id, teamId, answer } = await registered('Renamed Bed');
    const forget = () =>
      pool.query('update entities set checked_at = null, checked_by = null where team_id = $1', [teamId]);
    const check = () => post(verifier.browser, `registrations/${id}/owner_checked`, { reason });
    expect(answer.may_propose).toBe(true);
    await forget();
    expect(await read(id)).toMatchObject({ state: 'REGISTERED', may_propose: false, may_check: true });
    expect(await propose(id)).toMatchObject({
      code: 1013,
      description: expect.stringContaining('look up the owner'),
    });
    expect(await check()).toMatchObject({ may_propose: true });
    const { proposal } = await propose(id, '2099-06-30');
    await forget();
    expect(await confirm(id, proposal.id)).toMatchObject({
      code: 1013,
      description: expect.stringContaining('look up the owner'),
    });
    expect(await read(id)).toMatchObject({
      state: 'REGISTERED',
      expires_at: null,
      proposal: { id: proposal.id },
    });
    await check();
    expect(await confirm(id, proposal.id)).toMatchObject({ expires_at: '2099-07-01T00:00:00.000Z' });
  });

  it('is named before the renewal of a name that was registered without one; until its end it stays', async () => {
    const old = await registered('Old Name');
    const { id, project } = old;
    // As before owners were stored.
    await pool.query('update sender_ids set entity_id = null, basis = null where project_id = $1', [
      project.id,
    ]);
    expect(await read(id)).toMatchObject({ state: 'REGISTERED', lacks: 'ABN', may_propose: false });
    expect(await propose(id)).toMatchObject({
      code: 1013,
      description: expect.stringContaining('only from a business with an ABN'),
    });
    await pool.query('update sender_registrations set expires_at = now() where id = $1', [id]);
    await endRegistrations(t.services);
    expect(await read(id)).toMatchObject({ state: 'EXPIRED', lacks: 'ABN', may_propose: false });
    expect((await propose(id)).code).toBe(1013);
    const again = { sender_id: 'Old Name', is_promotional: true, description: 'Offers', ...OWNER };
    const url = `/v1/web/projects/${project.id}/sender_id_requests`;
    const asked = await old.browser.call('POST', url, { json: { ...again, legal_name: 'Old Pty' } });
    await approveSenderOf(t, { ...old, requestId: asked.json().id });
    await post(verifier.browser, `registrations/${id}/owner_checked`, { reason });
    const { proposal } = await propose(id);
    expect(await confirm(id, proposal.id)).toMatchObject({ state: 'REGISTERED' });
  });

  it('is looked up again when its legal name changes, and is nobody else’s', async () => {
    const first = await begun('First Name');
    const url = `/v1/web/projects/${first.project.id}/sender_id_requests`;
    const renamed = { sender_id: 'Other Name', is_promotional: true, description: 'Offers', ...OWNER };
    const json = { ...renamed, legal_name: 'Somebody Else Pty' };
    const { id: requestId } = (await first.browser.call('POST', url, { json })).json();
    expect(await read(first.id), 'while nobody has approved it').toMatchObject({
      lacks: null,
      owner: { legal_name: 'Lanka Shop (Pvt) Ltd' },
      other_legal_names: expect.arrayContaining([
        { team: expect.objectContaining({ id: first.teamId }), legal_name: 'Somebody Else Pty' },
      ]),
    });
    await approveSenderOf(t, { ...first, requestId });
    expect(await read(first.id)).toMatchObject({
      lacks: 'CHECK',
      owner: { legal_name: 'Somebody Else Pty' },
    });
    const second = await begun('Second Name');
    expect(await read(second.id)).toMatchObject({ owner: { legal_name: 'Lanka Shop (Pvt) Ltd' } });
  });

  it('shows with its number the other legal names that teams give it, before and after the approval', async () => {
    const GIVEN = { owner_scheme: 'ABN', owner_number: '53 004 085 616', name_basis: 'COMPANY_NAME' };
    const honest = await requestSender(t, 'Reef Tours', { ...GIVEN, legal_name: 'Reef Tours Pty Ltd' });
    await approveSenderOf(t, honest);
    const same = await requestSender(t, 'Reef Two', { ...GIVEN, legal_name: 'REEF  tours Pty Ltd' });
    const other = await requestSender(t, 'Reef Three', { ...GIVEN, legal_name: 'Bay Loans Pty Ltd' });
    const named = async (path: string) =>
      (await verifier.browser.get(`/v1/staff/${path}`)).json().other_legal_names;
    const ofHonest = {
      team: expect.objectContaining({ id: honest.teamId }),
      legal_name: 'Reef Tours Pty Ltd',
    };
    const ofOther = { team: expect.objectContaining({ id: other.teamId }), legal_name: 'Bay Loans Pty Ltd' };
    expect(await named(`sender_ids/${other.requestId}`)).toEqual(expect.arrayContaining([ofHonest]));
    expect(await named(`sender_ids/${same.requestId}`)).toEqual([ofOther]);
    const path = `sender_ids/${honest.requestId}/registration`;
    const { id } = await post(verifier.browser, path, { country: 'AU' });
    expect(await named(`registrations/${id}`)).toEqual([ofOther]);
    await post(verifier.browser, `sender_ids/${other.requestId}/reject`, { reason });
    expect(await named(`registrations/${id}`)).toEqual([]);
  });

  it('gives what registers ask about it, which its team and staff see, and keeps it with the name', async () => {
    const details = {
      ...{ owner_kind: 'COMPANY', owner_country: 'AU', owner_address: '1 Bay Rd, Cairns' },
      ...{ owner_website: 'www.lankashop.example', contact_name: 'Sita Perera' },
      ...{ contact_role: 'Secretary', contact_authority: 'DIRECTOR' },
    };
    const { id, browser, project, requestId, teamId } = await (async () => {
      const asked = await requestSender(t, 'Detailed', { ...OWNER, ...details });
      await approveSenderOf(t, asked);
      const path = `sender_ids/${asked.requestId}/registration`;
      return { ...asked, id: (await post(verifier.browser, path, { country: 'AU' })).id };
    })();
    expect(await read(id)).toMatchObject({ owner_details: details });
    const shown = (await verifier.browser.get(`/v1/staff/sender_ids/${requestId}`)).json();
    expect(shown).toMatchObject({ owner_details: details });
    const url = `/v1/web/projects/${project.id}/sender_id_requests`;
    expect((await browser.get(url)).json()).toMatchObject([{ owner_details: details }]);
    // A request of an older form gives none, so those of the business stay.
    const json = { sender_id: 'Detailed', is_promotional: false, description: 'Offers', ...OWNER };
    const again = (
      await browser.call('POST', url, { json: { ...json, legal_name: 'Lanka Shop Ltd' } })
    ).json();
    expect(again.owner_details).toBeNull();
    await approveSenderOf(t, { project, requestId: again.id });
    expect(await read(id)).toMatchObject({ owner_details: details });
    const exported = (await browser.post('/v1/web/profile/export')).body;
    expect(exported, 'the export of the person who asked').toContain('Sita Perera');
    expect(teamId).toBeTruthy();
  });

  it.each([
    ['owner_country', 'Australia', /Choose the country/],
    ['owner_website', 'no site', /address of the website/],
    ['owner_kind', 'SHOP', /./],
    ['contact_authority', 'FRIEND', /./],
    ['contact_name', 'Sita\nPerera', /line breaks/],
    ['owner_address', 'x'.repeat(301), /at most 300/],
  ])('is refused with its field: %s', async (field, value, problem) => {
    const { browser } = verified;
    const json = { sender_id: 'Refused Co', is_promotional: true, description: 'Offers', ...OWNER };
    const url = `/v1/web/projects/${verified.project.id}/sender_id_requests`;
    const answer = await browser.call('POST', url, { json: { ...json, legal_name: 'A', [field]: value } });
    expect(answer.json().fields).toEqual({ [field]: expect.stringMatching(problem) });
  });
});

describe('another owner of a registered name', () => {
  const OTHER = { owner_scheme: 'ABN', owner_number: '53 004 085 616', name_basis: 'TRADE_MARK' };
  const askAgain = async (name: Awaited<ReturnType<typeof registered>>, owner: object, sender: string) => {
    const json = { sender_id: sender, is_promotional: true, description: 'Offers', legal_name: 'Bay Ltd' };
    const url = `/v1/web/projects/${name.project.id}/sender_id_requests`;
    const asked = (await name.browser.call('POST', url, { json: { ...json, ...owner } })).json();
    await approveSenderOf(t, { ...name, requestId: asked.id });
  };
  const counts = async (id: string) =>
    (await pool.query(`select from sender_registrations r where r.id = $1 and ${IN_FORCE}`, [id])).rowCount;

  it('takes its registration back with its proposal: two persons register it again', async () => {
    const name = await registered('Passed On');
    const { proposal } = await propose(name.id, '2099-06-30');
    await askAgain(name, OTHER, 'PASSED ON');
    expect(await counts(name.id)).toBe(0);
    const now = await read(name.id);
    expect(now).toMatchObject({
      state: 'DRAFT',
      turn: 'US',
      lacks: 'CHECK',
      proposal: null,
      valid_from: null,
    });
    expect(now.events[0]).toMatchObject({
      from: 'REGISTERED',
      to: 'DRAFT',
      reason: expect.stringContaining('Another business owns the name now'),
    });
    expect(await confirm(name.id, proposal.id)).toMatchObject({ code: 1013 });
    const mails = await pool.query(
      `select from mails where recipient = $1 and text_body like '%Another business owns the name now%'`,
      [name.person.email],
    );
    expect(mails.rowCount).toBe(1);
  });

  it('leaves it registered if the business is the same by its number, or had not been named', async () => {
    const name = await registered('Kept On');
    await askAgain(name, OWNER, 'Kept On');
    expect(await counts(name.id)).toBe(1);
    expect(await read(name.id)).toMatchObject({ state: 'REGISTERED', owner: { legal_name: 'Bay Ltd' } });
    await pool.query('update sender_ids set entity_id = null, basis = null where project_id = $1', [
      name.project.id,
    ]);
    await askAgain(name, OTHER, 'Kept On');
    expect(await counts(name.id)).toBe(1);
  });
});
