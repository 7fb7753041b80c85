// The response of every staff route to every actor, and the request of each route. staffAccess.test.ts fails
// for a route without a row.
import { type LinkReport, reportLinks } from '../src/carriers/links/queries.ts';
import { raiseAlert } from '../src/payments/checkout/alerts.ts';
import { sendSlip } from '../src/payments/slips/slips.ts';
import { orThrow } from '../src/refusal.ts';
import { readTable } from './accessTable.ts';
import type { TestApp } from './app.ts';
import { credit, makeOwner, verifyTeam } from './factories.ts';
import { addSlip } from './files.ts';
import { proposeName, submitName, twoStaff } from './registrations.ts';
import { approveSenderOf, requestSender, requestVerification } from './requests.ts';
import { makeStaff, newStaff, TOTP_SECRET } from './staff.ts';
import { type MakeRequest, type StaffWorld, versionRequests, withForm } from './staffVersionRequests.ts';
import { totpCode } from './totp.ts';

/**
 * Cells are the HTTP status of a success or the code of a refusal.
 *   anonymous  without a session           customer  the owner of the subject team, signed in to the console
 *   key        the same team's live key    halfway   an admin after the password, before the code
 *   expired    an admin, idle for 31 min   the rest are staff members by their roles
 */
const TABLE = `
route                                            anonymous customer key  halfway expired support compliance finance admin
GET    /v1/staff/csrf                            200       200      200  200     200     200     200        200     200
POST   /v1/staff/login                           200       200      1005 200     200     200     200        200     200
GET    /v1/staff/session                         4001      4001     4001 200     4001    200     200        200     200
POST   /v1/staff/logout                          200       200      1005 200     200     200     200        200     200
POST   /v1/staff/login/password                  4001      4001     1005 1013    4001    1013    1013       1013    1013
POST   /v1/staff/login/enrol                     4001      4001     1005 1013    4001    1013    1013       1013    1013
POST   /v1/staff/login/enrol/confirm             4001      4001     1005 1013    4001    1013    1013       1013    1013
POST   /v1/staff/login/code                      4001      4001     1005 200     4001    1013    1013       1013    1013
GET    /v1/staff/sign_in                         200       200      200  200     200     200     200        200     200
POST   /v1/staff/sso/start                       1001      1001     1005 1001    1001    1001    1001       1001    1001
POST   /v1/staff/sso/finish                      4003      4003     1005 4003    4003    4003    4003       4003    4003
GET    /v1/staff/counts                          4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/identity                        4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/identity/:id                    4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/identity/:id/documents/:document 4001     4001     4001 4001    4001    1012    200        1012    200
POST   /v1/staff/identity/:id/approve            4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/identity/:id/reject             4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/sender_ids                      4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/sender_ids/:id                  4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/sender_ids/:id/documents/:document 4001   4001     4001 4001    4001    1012    200        1012    200
POST   /v1/staff/sender_ids/:id/documents/:document/evidence 4001 4001 1005 4001 4001    1012    200        1012    200
POST   /v1/staff/sender_ids/:id/approve          4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/sender_ids/:id/reject           4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/sender_ids/:id/registration     4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/registrations                   4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/registrations/export            4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/registrations/packs             4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/registrations/pack              4001      4001     4001 4001    4001    1012    200        1012    200
POST   /v1/staff/registrations/states            4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/registrations/:id               4001      4001     4001 4001    4001    1012    200        1012    200
POST   /v1/staff/registrations/:id/move          4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/registrations/:id/propose       4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/registrations/:id/confirm       4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/registrations/:id/owner_checked 4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/registrations/:id/reject        4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/teams                           4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/teams/:id                       4001      4001     4001 4001    4001    200     200        200     200
POST   /v1/staff/teams/:id/pause                 4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/teams/:id/resume                4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/teams/:id/withdraw_verification 4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/holds                           4001      4001     4001 4001    4001    200     200        200     200
POST   /v1/staff/teams/:id/release               4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/incoming                        4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/teams/:id/numbers               4001      4001     4001 4001    4001    200     200        200     200
POST   /v1/staff/teams/:id/numbers               4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/teams/:id/numbers/remove        4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/teams/:id/opt_outs              4001      4001     1005 4001    4001    200     200        1012    200
POST   /v1/staff/teams/:id/opt_outs/remove       4001      4001     1005 4001    4001    200     200        1012    200
GET    /v1/staff/users                           4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/users/:id                       4001      4001     4001 4001    4001    200     200        200     200
DELETE /v1/staff/users/:id/sessions              4001      4001     1005 4001    4001    200     200        1012    200
DELETE /v1/staff/users/:id/sessions/:session     4001      4001     1005 4001    4001    200     200        1012    200
GET    /v1/staff/teams/:id/ledger                4001      4001     4001 4001    4001    200     200        200     200
POST   /v1/staff/teams/:id/adjustments           4001      4001     1005 4001    4001    1012    1012       200     200
GET    /v1/staff/adjustments                     4001      4001     4001 4001    4001    1012    1012       200     200
POST   /v1/staff/adjustments/:id/confirm         4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/adjustments/:id/reject          4001      4001     1005 4001    4001    1012    1012       200     200
GET    /v1/staff/prices                          4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/prices/export                   4001      4001     4001 4001    4001    200     200        200     200
POST   /v1/staff/prices/preview                  4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/prices                          4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/prices/cancel                   4001      4001     1005 4001    4001    1012    1012       200     200
GET    /v1/staff/teams/:id/payments              4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/payments/:id                    4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/revenue                         4001      4001     4001 4001    4001    1012    1012       200     200
GET    /v1/staff/revenue.csv                     4001      4001     4001 4001    4001    1012    1012       200     200
GET    /v1/staff/refunds                         4001      4001     4001 4001    4001    1012    1012       200     200
POST   /v1/staff/payments/:id/refunds            4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/refunds/:id/confirm             4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/refunds/:id/reject              4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/refunds/:id/settle              4001      4001     1005 4001    4001    1012    1012       200     200
GET    /v1/staff/slips                           4001      4001     4001 4001    4001    1012    1012       200     200
GET    /v1/staff/slips/:id                       4001      4001     4001 4001    4001    1012    1012       200     200
GET    /v1/staff/slips/:id/documents/:document   4001      4001     4001 4001    4001    1012    1012       200     200
POST   /v1/staff/slips/:id/confirm               4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/slips/:id/reject                4001      4001     1005 4001    4001    1012    1012       200     200
GET    /v1/staff/payment_alerts                  4001      4001     4001 4001    4001    1012    1012       200     200
POST   /v1/staff/payment_alerts/:id/seen         4001      4001     1005 4001    4001    1012    1012       200     200
GET    /v1/staff/tax                             4001      4001     4001 4001    4001    200     200        200     200
POST   /v1/staff/tax                             4001      4001     1005 4001    4001    1012    1012       200     200
POST   /v1/staff/tax/cancel                      4001      4001     1005 4001    4001    1012    1012       200     200
GET    /v1/staff/teams/:id/messages              4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/teams/:id/days                  4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/messages                        4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/messages/:id/trace              4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/cases                           4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/cases/messages                  4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/cases/quarters                  4001      4001     4001 4001    4001    1012    200        1012    200
POST   /v1/staff/cases                           4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/cases/:id                       4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/cases/:id/export                4001      4001     4001 4001    4001    1012    200        1012    200
POST   /v1/staff/cases/:id/block                 4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/cases/:id/allow                 4001      4001     1005 4001    4001    1012    200        1012    200
POST   /v1/staff/cases/:id/notified                  4001      4001     1005 4001    4001    1012    200        1012    200
GET    /v1/staff/carriers                        4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/carriers/:id                    4001      4001     4001 4001    4001    200     200        200     200
GET    /v1/staff/status                          4001      4001     4001 4001    4001    200     200        200     200
POST   /v1/staff/carriers/:id/pause              4001      4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/carriers/:id/resume             4001      4001     1005 4001    4001    1012    1012       1012    200
GET    /v1/staff/network                         4001      4001     4001 4001    4001    1012    1012       1012    200
GET    /v1/staff/network/choice                  4001      4001     4001 4001    4001    1012    1012       1012    200
GET    /v1/staff/network/versions                4001      4001     4001 4001    4001    1012    1012       1012    200
GET    /v1/staff/network/versions/:number        4001      4001     4001 4001    4001    1012    1012       1012    200
POST   /v1/staff/network/proposals               4001      4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/network/versions/:number/approve 4001     4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/network/versions/:number/withdraw 4001    4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/network/versions/:number/put_back 4001    4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/network/links/:link/test        4001      4001     1005 4001    4001    1012    1012       1012    200
GET    /v1/staff/rules                           4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/rules/sets                      4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/rules/sets/:number              4001      4001     4001 4001    4001    1012    200        1012    200
GET    /v1/staff/rules/sets/:number/check        4001      4001     4001 4001    4001    1012    200        1012    200
POST   /v1/staff/rules/check                     4001      4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/rules/proposals                 4001      4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/rules/sets/:number/accept       4001      4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/rules/sets/:number/withdraw     4001      4001     1005 4001    4001    1012    1012       1012    200
POST   /v1/staff/rules/sets/:number/put_back     4001      4001     1005 4001    4001    1012    1012       1012    200
GET    /v1/staff/audit                           4001      4001     4001 4001    4001    1012    200        1012    200
`;

const reason = 'Because of the table';
let numbers = 94_112_000_000;
const newNumber = () => `+${++numbers}`;
const identity: MakeRequest = async (_world, t) => ({
  params: { id: (await requestVerification(t)).requestId },
});
const sender: MakeRequest = async (_world, t) => ({ params: { id: (await requestSender(t)).requestId } });
/** A name that was handed in to the register of Australia. */
const registration: MakeRequest = async (_world, t) => {
  const { teamId, project, requestId } = await requestSender(t);
  await approveSenderOf(t, { requestId, project });
  const [one] = await twoStaff(t);
  const name = { teamId, projectId: project.id, sender: 'Lanka Shop' };
  return { params: { id: await submitName(t, one, name) } };
};
/** The same with the proposal of another staff member than the caller. */
const proposedRegistration = async (world: StaffWorld, t: TestApp) => {
  const { params } = await registration(world, t);
  const [one] = await twoStaff(t);
  return { params: params!, form: { proposal: await proposeName(t, one, params!.id!) } };
};
const team: MakeRequest = ({ teamId }) => ({ params: { id: teamId } });
const user: MakeRequest = ({ userId }) => ({ params: { id: userId } });
const ownTeam =
  (prepare: (t: TestApp, teamId: string) => Promise<unknown>): MakeRequest =>
  async (_world, t) => {
    const { teamId } = await makeOwner(t);
    await prepare(t, teamId);
    return { params: { id: teamId } };
  };
const paused = ownTeam((t, teamId) =>
  t.services.pool.query(
    `update teams set paused_at = now(), paused_by = 'somebody', paused_reason = 'x' where id = $1`,
    [teamId],
  ),
);
/** An adjustment requested by another staff member than the caller. */
const requestedAdjustment: MakeRequest = async ({ teamId }, t) => {
  const { browser } = await makeStaff(t, { role: 'FINANCE' });
  const json = { amount: '50000', reason, key: crypto.randomUUID() };
  const answer = await browser.post(`/v1/staff/teams/${teamId}/adjustments`, undefined, { json });
  return { params: { id: answer.json().id } };
};
/** A successful payment. */
const paid: MakeRequest = async ({ teamId }, t) => {
  await credit(t, teamId, '50000');
  const { rows } = await t.services.pool.query(
    'select id from payments where team_id = $1 and amount_micros = 50000000000 order by id desc limit 1',
    [teamId],
  );
  return { params: { id: rows[0].id } };
};
/** A refund requested by another staff member than the caller. */
const requestedRefund: MakeRequest = async (world, t) => {
  const { params } = await paid(world, t);
  const { browser } = await makeStaff(t, { role: 'FINANCE' });
  const json = { amount: '50000', reason, key: crypto.randomUUID() };
  const answer = await browser.post(`/v1/staff/payments/${params!.id}/refunds`, undefined, { json });
  return { params: { id: answer.json().returns[0].id } };
};
/** A refund of another staff member that its provider has not answered. */
const unansweredRefund: MakeRequest = async (world, t) => {
  const { params } = await requestedRefund(world, t);
  await t.services.pool.query(
    "update payment_returns set status = 'PENDING', reference = 'no answer ' || id where id = $1",
    [params!.id],
  );
  return { params: params! };
};
/** A bank transfer that waits for a decision. */
const slip: MakeRequest = async ({ teamId, userId }, t) => {
  const file = await addSlip(t, { teamId, userId });
  const sent = orThrow(await sendSlip(t.services, { teamId, userId }, { amount: '100', file }));
  // The table starts more payments than the limit of an hour allows.
  await t.services.pool.query("update payments set created_at = now() - interval '2 hours' where id = $1", [
    sent.id,
  ]);
  return { params: { id: sent.id, document: file } };
};
const taxChange = { region: 'LK', percentage: '18', included: false };
let taxes = 0;
/** A link that a process has reported. */
async function carrierLink(t: TestApp) {
  const id = `link-${crypto.randomUUID().slice(0, 8)}`;
  const report: LinkReport = {
    link_id: id,
    mode: 'LIVE',
    host: 'carrier.example:2775',
    groups: ['LIVE:'],
    sessions: 1,
    bound_sessions: 1,
    send_window: 10,
    in_flight: 0,
    throughput: 100,
    rate: 0,
    health: 'OPEN',
    health_words: null,
    out_of_hours: false,
    fixed_sender: false,
    routes: [{ rule: null, prefix: '', tier: 1, weight: 1 }],
  };
  await reportLinks(t.services.pool, crypto.randomUUID(), [report], []);
  return { params: { id } };
}

let lists = 0;
/** A price list for a later time than any before it. */
const newPrices = () => ({
  region: 'LK',
  valid_from: new Date(Date.now() + 3_600_000 + ++lists * 1_000).toISOString(),
  csv: `dial_prefix,name,price\n94,Sri Lanka,${lists}`,
});
async function applicablePrices(t: TestApp) {
  const { browser } = await makeStaff(t, { role: 'FINANCE' });
  const form = newPrices();
  const { digest } = (await browser.post('/v1/staff/prices/preview', undefined, { json: form })).json();
  return { form: { ...form, digest } };
}
let domains = 0;
const newDomain = () => `d${++domains}.example`;
/** The case of the message. */
const scamCase: MakeRequest = async ({ messageId }, t) => {
  const { browser } = await makeStaff(t, { role: 'COMPLIANCE' });
  const json = { message_id: messageId, report: reason };
  return { params: { id: (await browser.post('/v1/staff/cases', undefined, { json })).json().id } };
};

/** The request of a route; routes without parameters have no line. */
export const STAFF_REQUESTS: Record<string, MakeRequest> = {
  'POST /v1/staff/login': async (_world, t) => {
    const { email, password } = await newStaff(t);
    return { form: { email, password } };
  },
  'POST /v1/staff/login/password': () => ({ form: { password: 'Bar$tailed11km' } }),
  'POST /v1/staff/login/enrol/confirm': () => ({ form: { code: 'x' } }),
  'POST /v1/staff/login/code': () => ({ form: { code: totpCode(TOTP_SECRET, Date.now()) } }),
  'POST /v1/staff/sso/finish': () => ({ form: { query: '?code=1' } }),
  'GET /v1/staff/identity/:id': identity,
  'GET /v1/staff/identity/:id/documents/:document': async (_world, t) => {
    const { requestId, fileId } = await requestVerification(t);
    return { params: { id: requestId, document: fileId } };
  },
  'POST /v1/staff/identity/:id/approve': identity,
  'POST /v1/staff/identity/:id/reject': withForm(identity, () => ({ reason })),
  'GET /v1/staff/sender_ids/:id': sender,
  'GET /v1/staff/sender_ids/:id/documents/:document': async (_world, t) => {
    const { requestId, fileId } = await requestSender(t);
    return { params: { id: requestId, document: fileId } };
  },
  'POST /v1/staff/sender_ids/:id/documents/:document/evidence': async (_world, t) => {
    const { requestId, fileId } = await requestSender(t);
    return { params: { id: requestId, document: fileId }, form: { kind: 'TRADE_MARK' } };
  },
  'POST /v1/staff/sender_ids/:id/approve': sender,
  'POST /v1/staff/sender_ids/:id/reject': withForm(sender, () => ({ reason })),
  'POST /v1/staff/sender_ids/:id/registration': withForm(
    async (_world, t) => ({ params: { id: await approveSenderOf(t, await requestSender(t)) } }),
    () => ({ country: 'AU' }),
  ),
  'GET /v1/staff/registrations/pack': () => ({ query: { country: 'AU' } }),
  'POST /v1/staff/registrations/states': () => ({ json: { csv: 'a', is_preview: true, reason } }),
  'GET /v1/staff/registrations/:id': registration,
  'POST /v1/staff/registrations/:id/move': withForm(registration, () => ({ to: 'REFUSED', reason })),
  'POST /v1/staff/registrations/:id/propose': withForm(registration, () => ({ reference: 'AU-1', reason })),
  'POST /v1/staff/registrations/:id/confirm': proposedRegistration,
  'POST /v1/staff/registrations/:id/owner_checked': async (world, t) => {
    const request = await registration(world, t);
    await t.services.pool.query('update entities set checked_at = null, checked_by = null');
    return { ...request, form: { reason } };
  },
  'POST /v1/staff/registrations/:id/reject': async (world, t) => {
    const { params, form } = await proposedRegistration(world, t);
    return { params, form: { ...form, reason } };
  },
  'GET /v1/staff/teams/:id': team,
  'POST /v1/staff/teams/:id/pause': withForm(
    ownTeam(async () => {}),
    () => ({ reason }),
  ),
  'POST /v1/staff/teams/:id/resume': withForm(paused, () => ({ reason })),
  'POST /v1/staff/teams/:id/release': withForm(
    ownTeam((t, teamId) =>
      t.services.pool.query(
        `insert into team_destinations (team_id, destination, starts_at, messages, held_at) values ($1, '960', now(), 9, now())`,
        [teamId],
      ),
    ),
    () => ({ destination: '960', reason }),
  ),
  'POST /v1/staff/teams/:id/withdraw_verification': withForm(ownTeam(verifyTeam), () => ({ reason })),
  'GET /v1/staff/teams/:id/numbers': team,
  'POST /v1/staff/teams/:id/numbers': ({ teamId, projectId }) => ({
    params: { id: teamId },
    form: { project_id: projectId, number: newNumber(), reason },
  }),
  'POST /v1/staff/teams/:id/numbers/remove': async ({ teamId, projectId }, t) => {
    const number = newNumber();
    await t.services.pool.query(
      `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ($1, $2, $3, 'LIVE', 'x')`,
      [number, teamId, projectId],
    );
    return { params: { id: teamId }, form: { number, reason } };
  },
  'POST /v1/staff/teams/:id/opt_outs': withForm(team, () => ({ number: '0771234567', reason })),
  'POST /v1/staff/teams/:id/opt_outs/remove': withForm(team, () => ({ number: '0771234567', reason })),
  'GET /v1/staff/teams/:id/ledger': team,
  'POST /v1/staff/teams/:id/adjustments': withForm(team, () => ({
    amount: '1',
    reason,
    key: crypto.randomUUID(),
  })),
  'POST /v1/staff/adjustments/:id/confirm': requestedAdjustment,
  'POST /v1/staff/adjustments/:id/reject': withForm(requestedAdjustment, () => ({ reason })),
  'GET /v1/staff/teams/:id/messages': ({ teamId, projectId }) => ({
    params: { id: teamId },
    query: { project_id: projectId, mode: 'LIVE' },
  }),
  'GET /v1/staff/teams/:id/days': team,
  'GET /v1/staff/messages': () => ({ query: { number: '+94771230001' } }),
  'GET /v1/staff/messages/:id/trace': ({ messageId }) => ({ params: { id: messageId } }),
  'GET /v1/staff/cases/messages': () => ({ query: { number: '+94771230001' } }),
  'POST /v1/staff/cases': ({ messageId }) => ({ form: { message_id: messageId, report: reason } }),
  'GET /v1/staff/cases/:id': scamCase,
  'GET /v1/staff/cases/:id/export': scamCase,
  'POST /v1/staff/cases/:id/block': withForm(scamCase, () => ({
    what: 'DOMAIN',
    domain: newDomain(),
    reason,
  })),
  'POST /v1/staff/cases/:id/allow': async (world, t) => {
    const { params } = await scamCase(world, t);
    const domain = newDomain();
    await t.services.pool.query('insert into blocked_domains (domain, case_id) values ($1, $2)', [
      domain,
      params!.id,
    ]);
    return { params: params!, form: { what: 'DOMAIN', domain, reason } };
  },
  'POST /v1/staff/cases/:id/notified': withForm(scamCase, () => ({ who: 'The bank', note: reason })),
  'GET /v1/staff/carriers/:id': (_world, t) => carrierLink(t),
  'POST /v1/staff/carriers/:id/pause': withForm(
    (_world, t) => carrierLink(t),
    () => ({ reason }),
  ),
  ...versionRequests,
  'POST /v1/staff/carriers/:id/resume': withForm(
    async (_world, t) => {
      const link = await carrierLink(t);
      await t.services.pool.query(
        `insert into paused_links (link_id, paused_by, reason) values ($1, 'x', 'y')`,
        [link.params.id],
      );
      return link;
    },
    () => ({ reason }),
  ),
  'GET /v1/staff/teams/:id/payments': team,
  'GET /v1/staff/payments/:id': paid,
  'POST /v1/staff/payments/:id/refunds': withForm(paid, () => ({
    amount: '1',
    reason,
    key: crypto.randomUUID(),
  })),
  'POST /v1/staff/refunds/:id/confirm': requestedRefund,
  'POST /v1/staff/refunds/:id/reject': withForm(requestedRefund, () => ({ reason })),
  'POST /v1/staff/refunds/:id/settle': withForm(unansweredRefund, () => ({ made: true, reason })),
  'GET /v1/staff/slips/:id': slip,
  'GET /v1/staff/slips/:id/documents/:document': slip,
  'POST /v1/staff/slips/:id/confirm': withForm(slip, () => ({
    total: '118',
    differs: true,
    reference: crypto.randomUUID(),
  })),
  'POST /v1/staff/slips/:id/reject': withForm(slip, () => ({ reason })),
  'POST /v1/staff/payment_alerts/:id/seen': async (_world, t) => {
    await raiseAlert(t.services.kysely, { provider: 'STRIPE', kind: 'FORGED' });
    const { rows } = await t.services.pool.query('select id from payment_alerts where seen_at is null');
    return { params: { id: rows[0].id } };
  },
  'GET /v1/staff/tax': () => ({ query: { region: 'LK' } }),
  'POST /v1/staff/tax': () => ({ form: { ...taxChange, valid_from: null } }),
  'POST /v1/staff/tax/cancel': async (_world, t) => {
    const { browser } = await makeStaff(t, { role: 'FINANCE' });
    const valid_from = new Date(Date.now() + 86_400_000 + ++taxes * 1_000).toISOString();
    await browser.post('/v1/staff/tax', undefined, { json: { ...taxChange, valid_from } });
    return { form: { region: 'LK', valid_from } };
  },
  'GET /v1/staff/prices': () => ({ query: { region: 'LK' } }),
  'GET /v1/staff/prices/export': () => ({ query: { region: 'LK' } }),
  'POST /v1/staff/prices/preview': () => ({ form: newPrices() }),
  'POST /v1/staff/prices': (_world, t) => applicablePrices(t),
  'POST /v1/staff/prices/cancel': async (_world, t) => {
    const { form } = await applicablePrices(t);
    const { browser } = await makeStaff(t, { role: 'FINANCE' });
    await browser.post('/v1/staff/prices', undefined, { json: form });
    return { form: { region: form.region, valid_from: form.valid_from } };
  },
  'GET /v1/staff/users/:id': user,
  'DELETE /v1/staff/users/:id/sessions': user,
  'DELETE /v1/staff/users/:id/sessions/:session': async (_world, t) => {
    const { browser } = await makeOwner(t);
    const [session] = (await browser.get('/v1/web/sessions')).json();
    const { rows } = await t.services.pool.query('select user_id from sessions where id = $1', [session.id]);
    return { params: { id: rows[0].user_id, session: session.id } };
  },
};

/** The table as data: the cell of each actor by route. */
export const STAFF_ACCESS = readTable(TABLE);
