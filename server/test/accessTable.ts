// Who gets what from every route: the table, and for each route what is asked. A route without a row fails access.test.ts.
import { insertToken } from '../src/accounts/queries.ts';
import { hashToken, randomToken } from '../src/accounts/tokens.ts';
import { type AccessTeam, type Asked, addContact, addGroup } from './accessWorld.ts';
import type { TestApp } from './app.ts';
import { newPerson, PASSWORD } from './factories.ts';
import { addFile, PICTURE } from './files.ts';

/**
 * Cells are the HTTP status of a success or the code of a refusal. Everybody asks for what belongs to team A, the owner of the
 * unverified team for what is theirs.
 *   owner, viewer  of team A, which is verified        stranger  the owner of team B
 *   unverified     the owner of a team that is not     intruder  the same, with team A in X-Team-Id
 *   live, test     keys of team A's project            foreign   the live key of team B's project
 *   revoked        a key that team A has revoked
 */
const TABLE = `
route                                  anonymous expired owner viewer unverified stranger intruder live test revoked foreign
GET    /healthz                        200       200     200   200    200        200      200      200  200  200     200
GET    /readyz                         200       200     200   200    200        200      200      200  200  200     200
GET    /dev/mailbox                    200       200     200   200    200        200      200      200  200  200     200
GET    /dev/mailbox.json               200       200     200   200    200        200      200      200  200  200     200
GET    /v1/web/generic/refresh_csrf    200       200     200   200    200        200      200      200  200  200     200
GET    /v1/web/generic/timezones       200       200     200   200    200        200      200      200  200  200     200
GET    /v1/web/generic/regions         200       200     200   200    200        200      200      200  200  200     200
POST   /v1/web/register                201       201     201   201    201        201      201      1005 1005 1005    1005
GET    /v1/web/activate                302       302     302   302    302        302      302      302  302  302     302
POST   /v1/web/request_activation      200       200     200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/login                   200       200     200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/logout                  200       200     200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/request_reset_password  200       200     200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/reset_password          200       200     200   200    200        200      200      1005 1005 1005    1005
GET    /v1/web/profile                 4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/teams                   4001      4001    200   200    200        200      200      4001 4001 4001    4001
GET    /v1/web/sessions                4001      4001    200   200    200        200      200      4001 4001 4001    4001
DELETE /v1/web/sessions/clear_inactive 4001      4001    200   200    200        200      200      1005 1005 1005    1005
GET    /v1/web/prices                  4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/projects                4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/projects                4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/projects/:id            4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/projects/:id/callback_secret         4001 4001 200 1012 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/callback_secret/rotate  4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/messages                4001      4001    200   1012   4006       1001     1001     1005 1005 1005    1005
GET    /v1/web/messages                4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/messages/:id            4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/messages/report.csv     4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/messages/report.pdf     4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/stats/project_overview  4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/stats/project_graphs    4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/contacts                4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/contacts/count          4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/contacts/export.csv     4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/contacts                4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
PUT    /v1/web/contacts/:id            4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/contacts/:id/update_groups 4001   4001    200   1012   200        1001     1001     1005 1005 1005    1005
DELETE /v1/web/contacts/:id            4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/contacts/delete_multiple 4001     4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/contacts/groups_multiple 4001     4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/contacts_csv            4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/groups                  4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/groups                  4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
PUT    /v1/web/groups/:id              4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
DELETE /v1/web/groups/:id              4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
GET    /v1/web/events                  4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/generic/file_upload     4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/files/:id               4001      4001    200   1012   200        1001     1001     4001 4001 4001    4001
DELETE /v1/web/files/:id               4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
GET    /v1/web/verification_requests   4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/verification_requests   4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
GET    /v1/web/projects/:id/sender_id_requests 4001 4001 200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/projects/:id/sender_id_requests 4001 4001 200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/messages                    4003      4003    4003  4003   4003       4003     4003     201  201  4003    201
GET    /v1/messages                    4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/messages/:id                4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
`;

const senderRequest = {
  sender_id: 'Nimal Foods',
  is_promotional: true,
  description: 'Offers',
  legal_name: 'Nimal Foods Ltd',
};
const contact = { first_name: 'Nimal', last_name: 'Perera', number: '+94712345677' };
const message = { to: '+94771234567', from: 'AShop', body: 'Your parcel is here' };

/** What is asked of a route, with a team's ids; routes that take nothing have no line. */
export const ASKED: Record<string, (team: AccessTeam, t: TestApp) => Asked | Promise<Asked>> = {
  'POST /v1/web/register': () => ({ form: newPerson() }),
  'GET /v1/web/activate': () => ({ query: { token: 'A'.repeat(43) } }),
  'POST /v1/web/request_activation': ({ email }) => ({ form: { email } }),
  'POST /v1/web/login': ({ email }) => ({ form: { user_id: email, password: PASSWORD } }),
  'POST /v1/web/request_reset_password': ({ email }) => ({ form: { email } }),
  'POST /v1/web/reset_password': async ({ userId }, t) => ({
    form: { password: PASSWORD, token: await resetToken(t, userId) },
  }),
  'POST /v1/web/projects': () => ({ form: { name: 'Another' } }),
  'GET /v1/web/projects/:id': ({ projectId }) => ({ params: { id: projectId } }),
  'GET /v1/web/projects/:id/callback_secret': ({ projectId }) => ({ params: { id: projectId } }),
  'POST /v1/web/projects/:id/callback_secret/rotate': ({ projectId }) => ({ params: { id: projectId } }),
  'POST /v1/web/messages': ({ projectId }) => ({ form: { project_id: projectId, mode: 'LIVE', ...message } }),
  'GET /v1/web/messages': ({ projectId }) => ({
    query: { project_id: projectId, mode: 'LIVE', range: '7d', page_num: '0', page_size: '25' },
  }),
  'GET /v1/web/messages/:id': ({ projectId, messageId }) => ({
    params: { id: messageId },
    query: { project_id: projectId },
  }),
  'GET /v1/web/messages/report.csv': ({ projectId }) => ({
    query: { project_id: projectId, mode: 'LIVE', range: '7d' },
  }),
  'GET /v1/web/messages/report.pdf': ({ projectId }) => ({
    query: { project_id: projectId, mode: 'LIVE', range: '7d' },
  }),
  'GET /v1/web/stats/project_overview': ({ projectId }) => ({
    query: { project_id: projectId, mode: 'LIVE', range: '12m' },
  }),
  'GET /v1/web/stats/project_graphs': ({ projectId }) => ({
    query: { project_id: projectId, mode: 'LIVE', range: '7d' },
  }),
  'GET /v1/web/contacts': ({ groupId }) => ({ query: { group_id: groupId } }),
  'GET /v1/web/contacts/count': ({ groupId }) => ({ query: { group_id: groupId } }),
  'GET /v1/web/contacts/export.csv': ({ groupId }) => ({ query: { group_id: groupId } }),
  'POST /v1/web/contacts': () => ({ form: { ...contact, number: '+94712345678' } }),
  'PUT /v1/web/contacts/:id': ({ contactId }) => ({ params: { id: contactId }, form: contact }),
  'POST /v1/web/contacts/:id/update_groups': ({ contactId, groupId }) => ({
    params: { id: contactId },
    form: { groups: groupId },
  }),
  'DELETE /v1/web/contacts/:id': async ({ teamId }, t) => ({ params: { id: await addContact(t, teamId) } }),
  'POST /v1/web/contacts/delete_multiple': async ({ teamId }, t) => ({ json: [await addContact(t, teamId)] }),
  'POST /v1/web/contacts/groups_multiple': ({ contactId, groupId }) => ({
    json: { contacts: [contactId], group_id: groupId, action: 'add' },
  }),
  'POST /v1/web/contacts_csv': () => ({ files: { csv: '+94712345679,Sunil' } }),
  'POST /v1/web/groups': () => ({ form: { name: 'Friends' } }),
  'PUT /v1/web/groups/:id': ({ groupId }) => ({ params: { id: groupId }, form: { name: 'Family' } }),
  'DELETE /v1/web/groups/:id': async ({ teamId }, t) => ({ params: { id: await addGroup(t, teamId) } }),
  'GET /v1/web/events': ({ projectId }) => ({ query: { project_id: projectId, mode: 'LIVE' } }),
  'POST /v1/web/generic/file_upload': () => ({ files: { file: PICTURE } }),
  'GET /v1/web/files/:id': async (team, t) => ({ params: { id: await addFile(t, team) } }),
  'DELETE /v1/web/files/:id': async (team, t) => ({ params: { id: await addFile(t, team) } }),
  'POST /v1/web/verification_requests': async (team, t) => {
    // Nobody has one that would stand in the way.
    await t.services.pool.query('delete from verification_requests');
    return {
      form: { account_type: 'BUSINESS', documents: [{ id: await addFile(t, team), name: 'Page 1' }] },
    };
  },
  'GET /v1/web/projects/:id/sender_id_requests': ({ projectId }) => ({ params: { id: projectId } }),
  'POST /v1/web/projects/:id/sender_id_requests': async ({ projectId }, t) => {
    await t.services.pool.query('delete from sender_id_requests');
    return { params: { id: projectId }, form: senderRequest };
  },
  'POST /v1/messages': () => ({ form: message }),
  'GET /v1/messages': () => ({ query: { page_num: '1', page_size: '25', sort_order: 'DESC' } }),
  'GET /v1/messages/:id': ({ messageId }) => ({ params: { id: messageId } }),
};

/** The table as data: what each actor gets, by route. */
export const ACCESS = readTable(TABLE);

/** Reads a table of routes by actors. */
export function readTable(table: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/));
  const actors = head.slice(1);
  return new Map(
    rows.map(([method, path, ...cells]) => [
      `${method} ${path}`,
      new Map(actors.map((actor, i) => [actor, Number(cells[i])])),
    ]),
  );
}

/** A token as in a mail, without the limit on mails. */
async function resetToken(t: TestApp, userId: string): Promise<string> {
  const token = randomToken();
  const details = { hash: hashToken(token), userId, purpose: 'reset_password', minutes: 30 } as const;
  await insertToken(t.services.kysely, details);
  return token;
}
