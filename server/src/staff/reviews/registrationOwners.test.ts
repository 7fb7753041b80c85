// Owners of registered names: looked up by staff before a name is handed in, registered or renewed.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { OWNER, registrationDesk } from '../../../test/registrationDesk.ts';
import { approveSenderOf, requestSender } from '../../../test/requests.ts';
import { auditOf } from '../../../test/staff.ts';
import { endRegistrations } from '../../senders/registrationExpiry.ts';

const t = await testApp();
const { pool } = t.services;
const reason = 'Letter of 3 November';
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
    await first.browser.call('POST', url, { json: { ...renamed, legal_name: 'Somebody Else Pty' } });
    expect(await read(first.id)).toMatchObject({
      lacks: 'CHECK',
      owner: { legal_name: 'Somebody Else Pty' },
    });
    const second = await begun('Second Name');
    expect(await read(second.id)).toMatchObject({ owner: { legal_name: 'Lanka Shop (Pvt) Ltd' } });
  });
});
