// The response of every route to every actor, and the request of each route. access.test.ts fails for a route
// without a row.
import { ERRORS } from '@godwit/contract/errors';
import { may } from '@godwit/contract/roles';
import { randomToken } from '../src/identity/tokens.ts';
import { newId } from '../src/ids.ts';
import { monthOf } from '../src/payments/statements/months.ts';
import { NEEDS } from './accessNeeds.ts';
import {
  type AccessTeam,
  addNamedKey,
  addPayment,
  INCOMING_REQUESTS,
  message,
  type RouteRequest,
  resetToken,
  SIGN_ON_REQUESTS,
  waitingMessage,
  withName,
} from './accessWorld.ts';
import type { TestApp } from './app.ts';
import { CAMPAIGN_REQUESTS } from './campaignRequests.ts';
import { CONSENT_REQUESTS } from './consents.ts';
import { CONTACT_REQUESTS } from './contactRequests.ts';
import { DROP_IN_REQUESTS } from './dropIns.ts';
import { newPerson, PASSWORD } from './factories.ts';
import { addFile, addSlip, PICTURE } from './files.ts';
import { SENDER_REQUESTS, SENDER_ROWS } from './senderRequests.ts';
import { SMPP_REQUESTS } from './smppAccounts.ts';
import { TEMPLATE_REQUESTS } from './templateRequests.ts';
import { CODE_PROFILE_ROWS, VERIFICATION_REQUESTS } from './verifications.ts';
import { WEBHOOK_REQUESTS, WEBHOOK_ROWS } from './webhooks.ts';

/**
 * Cells are the HTTP status of a success or the code of a refusal; the status of one of a drop-in API, which
 * no project has enabled here. All request data of team A; only the unverified team's owner requests its own.
 *   owner, viewer  of team A, which is verified        stranger  the owner of team B
 *   unverified     the owner of an unverified team     intruder  the same, with team A in X-Team-Id
 *   live, test     keys of team A's project            foreign   the live key of team B's project
 *   revoked        a key that team A has revoked
 * Team A's admin and sender get the owner's cell, unless a viewer is refused: NEEDS has the permission.
 */
const TABLE = `
route                                  anonymous expired owner viewer unverified stranger intruder live test revoked foreign
GET    /healthz                        200       200     200   200    200        200      200      200  200  200     200
GET    /readyz                         200       200     200   200    200        200      200      200  200  200     200
GET    /dev/mailbox                    200       200     200   200    200        200      200      200  200  200     200
GET    /dev/mailbox.json               200       200     200   200    200        200      200      200  200  200     200
GET    /o/:token                       200       200     200   200    200        200      200      200  200  200     200
POST   /o/:token                       200       200     200   200    200        200      200      200  200  200     200
GET    /cgi-bin/sendsms                403 403 403 403 403 403 403 403 403 403 403
POST   /cgi-bin/sendsms                403 403 403 403 403 403 403 403 403 403 403
GET    /twilio/2010-04-01/Accounts/:account/Messages.json 401 401 401 401 401 401 401 401 401 401 401
POST   /twilio/2010-04-01/Accounts/:account/Messages.json 401 401 401 401 401 401 401 401 401 401 401
GET    /twilio/2010-04-01/Accounts/:account/Messages/:sid 401 401 401 401 401 401 401 401 401 401 401
POST   /twilio/2010-04-01/Accounts/:account/Messages/:sid 401 401 401 401 401 401 401 401 401 401 401
POST   /twilio/2010-04-01/Accounts/:account/Messages/:sid/Feedback.json 401 401 401 401 401 401 401 401 401 401 401
POST   /twilio/v2/Services/:service/Verifications 401 401 401 401 401 401 401 401 401 401 401
GET    /twilio/v2/Services/:service/Verifications/:sid 401 401 401 401 401 401 401 401 401 401 401
POST   /twilio/v2/Services/:service/Verifications/:sid 401 401 401 401 401 401 401 401 401 401 401
POST   /twilio/v2/Services/:service/VerificationCheck 401 401 401 401 401 401 401 401 401 401 401
GET    /v1/in/:token                   1001 1001 1001 1001 1001 1001 1001 1001 1001 1001 1001
POST   /v1/in                          4003 4003 4003 4003 4003 4003 4003 4003 4003 4003 4003
POST   /v1/in/:token                   1001 1001 1001 1001 1001 1001 1001 1001 1001 1001 1001
POST   /dev/checkout                   303       303     303   303    303        303      303      303  303  303     303
GET    /dev/checkout/:order            200       200     200   200    200        200      200      200  200  200     200
POST   /dev/checkout/:order            303       303     303   303    303        303      303      303  303  303     303
POST   /v1/hooks/stripe                1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
POST   /v1/hooks/payhere               1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
GET    /v1/hooks/carriers/:link/:secret 1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
POST   /v1/hooks/carriers/:link/:secret 1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
GET    /v1/hooks/carriers/:link/:secret/:ref 1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
POST   /v1/hooks/carriers/:link/:secret/:ref 1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
GET    /v1/hooks/carriers/:link/:secret/incoming 1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
POST   /v1/hooks/carriers/:link/:secret/incoming 1001      1001    1001  1001   1001       1001     1001     1001 1001 1001    1001
GET    /v1/web/generic/refresh_csrf    200       200     200   200    200        200      200      200  200  200     200
GET    /v1/web/generic/timezones       200       200     200   200    200        200      200      200  200  200     200
GET    /v1/web/generic/regions         200       200     200   200    200        200      200      200  200  200     200
GET    /v1/web/generic/support         200       200     200   200    200        200      200      200  200  200     200
POST   /v1/web/register                201       201     201   201    201        201      201      1005 1005 1005    1005
GET    /v1/web/activate                1002      1002    1002  1002   1002       1002     1002     1002 1002 1002    1002
POST   /v1/web/activate                1002      1002    1002  1002   1002       1002     1002     1005 1005 1005    1005
POST   /v1/web/request_activation      200       200     200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/login                   200       200     200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/login/second_factor     4003      4003    4003  4003   4003       4003     4003     1005 1005 1005    1005
POST   /v1/web/sso/start               1002      1002    1002  1002   1002       1002     1002     1005 1005 1005    1005
POST   /v1/web/sso/finish              4003      4003    4003  4003   4003       4003     4003     1005 1005 1005    1005
POST   /v1/web/logout                  200       200     200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/request_reset_password  200       200     200   200    200        200      200      1005 1005 1005    1005
GET    /v1/web/reset_password          1002      1002    1002  1002   1002       1002     1002     1002 1002 1002    1002
POST   /v1/web/reset_password          200       200     200   200    200        200      200      1005 1005 1005    1005
GET    /v1/web/profile                 4001      4001    200   200    200        200      1001     4001 4001 4001    4001
PUT    /v1/web/profile                 4001      4001    200   200    200        200      1001     1005 1005 1005    1005
PUT    /v1/web/profile/language        4001      4001    200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/profile/password        4001      4001    1002  1002   1002       1002     1002     1005 1005 1005    1005
POST   /v1/web/profile/export          4001      4001    200   200    200        200      200      1005 1005 1005    1005
POST   /v1/web/profile/delete          4001      4001    1002  1002   1002       1002     1002     1005 1005 1005    1005
POST   /v1/web/profile/second_factor/confirm        4001 4001 1002 1002 1002 1002 1002 1005 1005 1005 1005
POST   /v1/web/profile/second_factor/begin          4001 4001 200  200  200  200  200  1005 1005 1005 1005
POST   /v1/web/profile/second_factor/recovery_codes 4001 4001 1013 1013 1013 1013 1013 1005 1005 1005 1005
POST   /v1/web/profile/second_factor/turn_off       4001 4001 1013 1013 1013 1013 1013 1005 1005 1005 1005
GET    /v1/web/retention               4001      4001    200   200    200        200      200      4001 4001 4001    4001
PUT    /v1/web/team                    4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/team/members            4001      4001    200   200    200        200      1001     4001 4001 4001    4001
PUT    /v1/web/team/members/:user_id   4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
DELETE /v1/web/team/members/:user_id   4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
DELETE /v1/web/team/members/:user_id/sign_on_link           4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
PUT    /v1/web/team/members/:user_id/projects/:project_id    4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/team/members/:user_id/projects/:project_id    4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/team/invitations        4001      4001    200   1012   200        200      1001     4001 4001 4001    4001
POST   /v1/web/team/invitations        4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
DELETE /v1/web/team/invitations/:id    4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
GET    /v1/web/team/single_sign_on     4001      4001    200   1012   200        200      1001     4001 4001 4001    4001
PUT    /v1/web/team/single_sign_on     4001      4001    1002  1012   1002       1002     1001     1005 1005 1005    1005
DELETE /v1/web/team/single_sign_on     4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/team/single_sign_on/domains               4001 4001 200  1012 200  200  1001 1005 1005 1005 1005
POST   /v1/web/team/single_sign_on/domains/:domain/check 4001 4001 1001 1012 1001 1001 1001 1005 1005 1005 1005
DELETE /v1/web/team/single_sign_on/domains/:domain       4001 4001 200  1012 200  1001 1001 1005 1005 1005 1005
GET    /v1/web/invitation              1002      1002    1002  1002   1002       1002     1002     1002 1002 1002    1002
POST   /v1/web/invitation/accept       4001      4001    1002  1002   1002       1002     1002     1005 1005 1005    1005
GET    /v1/web/teams                   4001      4001    200   200    200        200      200      4001 4001 4001    4001
GET    /v1/web/sessions                4001      4001    200   200    200        200      200      4001 4001 4001    4001
DELETE /v1/web/sessions/clear_inactive 4001      4001    200   200    200        200      200      1005 1005 1005    1005
GET    /v1/web/codes                   4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/codes/unblock           4001      4001    1001  1012   1001       1001     1001     1005 1005 1005    1005
GET    /v1/web/prices                  4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/projects                4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/projects                4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/projects/:id            4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
PUT    /v1/web/projects/:id            4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/projects/:id/update_keys             4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/daily_limit             4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/blocked_codes           4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/code_guard              4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/quiet_hours             4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/substitutes             4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/sender_aliases          4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/archive                 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/unarchive               4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/projects/:id/api_keys                4001 4001 200 1012 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/api_keys                4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/api_keys/:key_id/rotate 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/projects/:id/api_keys/:key_id        4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/projects/:id/drop_ins                4001 4001 200 1012 200 1001 1001 4001 4001 4001 4001
PUT    /v1/web/projects/:id/drop_ins/:kind          4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/projects/:id/send_urls               4001 4001 200 1012 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/send_urls               4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/projects/:id/send_urls/:url_id       4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/projects/:id/smpp_accounts           4001 4001 200 1012 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/smpp_accounts           4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/projects/:id/smpp_accounts/:system_id  4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/projects/:id/callback_secret         4001 4001 200 1012 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/callback_secret/rotate  4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
${WEBHOOK_ROWS}
${CODE_PROFILE_ROWS}
GET    /v1/web/projects/:id/callback_attempts       4001 4001 200 200  200 1001 1001 4001 4001 4001 4001
GET    /v1/web/projects/:id/callback_replays        4001 4001 200 200  200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/callback_replays        4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/callback_tests          4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/messages/:id/callback_replay         4001 4001 1013 1012 1013 1001 1001 1005 1005 1005 1005
POST   /v1/web/messages                4001      4001    200   1012   4006       1001     1001     1005 1005 1005    1005
GET    /v1/web/messages                4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/holds                   4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/messages/:id            4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/messages/:id/explanation 4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/messages/:id/cancel     4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
GET    /v1/web/conversations           4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/conversations/unread    4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/conversations/thread    4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/conversations/read      4001      4001    200   200    200        1001     1001     1005 1005 1005    1005
GET    /v1/web/campaigns               4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/campaigns               4001      4001    200   1012   4006       1001     1001     1005 1005 1005    1005
GET    /v1/web/campaigns/:id           4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/campaigns/:id/skipped   4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/campaigns/:id/result    4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/campaigns/:id/recipients.csv 4001 4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/campaigns/:id/proof.zip 4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
PUT    /v1/web/campaigns/:id           4001      4001    200   1012   4006       1001     1001     1005 1005 1005    1005
POST   /v1/web/campaigns/:id/cancel    4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
GET    /v1/web/opt_outs                4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/opt_outs                4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
DELETE /v1/web/opt_outs/:number        4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
GET    /v1/web/opt_outs/export.csv     4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/consents                4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/consents/proof.zip      4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/consents/lacking        4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
POST   /v1/web/consents                4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
POST   /v1/web/opt_outs_csv            4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/messages/report.csv     4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/messages/report.pdf     4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/stats/project_overview  4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/stats/project_graphs    4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/stats/project_summary   4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/stats/project_hours     4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/stats/project_failures  4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/contacts                4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/contacts/count          4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/contacts/export.csv     4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/contacts                4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
PUT    /v1/web/contacts/:id            4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/contacts/:id/update_groups 4001   4001    200   1012   200        1001     1001     1005 1005 1005    1005
DELETE /v1/web/contacts/:id            4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/contacts/delete_multiple 4001     4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/contact_deletions/:id/undo 4001   4001    200   1012   200        1001     1001     1005 1005 1005    1005
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
${SENDER_ROWS}
GET    /v1/web/projects/:id/log_filters 4001     4001    200   200    200        1001     1001     4001 4001 4001    4001
PUT    /v1/web/projects/:id/log_filters 4001     4001    200   200    200        1001     1001     1005 1005 1005    1005
GET    /v1/web/projects/:id/templates  4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/projects/:id/templates  4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
PUT    /v1/web/projects/:id/templates/:template_id  4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/projects/:id/templates/:template_id  4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/projects/:id/incoming   4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
PUT    /v1/web/projects/:id/incoming   4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/projects/:id/keywords   4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
PUT    /v1/web/projects/:id/keywords/:keyword_id    4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/projects/:id/keywords/:keyword_id    4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/incoming_messages       4001 4001 1014 1012 1014 1001 1001 1005 1005 1005 1005
GET    /v1/web/payments                4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/payments/options        4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/payments/:id            4001      4001    200   200    200        1001     1001     4001 4001 4001    4001
POST   /v1/web/payments                4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/billing                 4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/usage                   4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/statements/:month       4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/statements/:month/file.csv 4001   4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/billing/details         4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/billing/details         4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/billing/outlook         4001      4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/billing/spend           4001      4001    200   200    200        200      1001     4001 4001 4001    4001
POST   /v1/web/billing/low_balance     4001      4001    200   1012   200        200      1001     1005 1005 1005    1005
GET    /v1/web/statements/:month/file.pdf 4001   4001    200   200    200        200      1001     4001 4001 4001    4001
GET    /v1/web/payments/:id/receipt.pdf 4001     4001    1013  1013   1013       1001     1001     4001 4001 4001    4001
POST   /v1/web/bank_payments           4001      4001    200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/messages                    4003      4003    4003  4003   4003       4003     4003     201  201  4003    201
GET    /v1/messages                    4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/messages/:id                4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/messages/batch              4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/openapi.json                200       200     200   200    200        200      200      200  200  200     200
GET    /llms.txt                       200       200     200   200    200        200      200      200  200  200     200
GET    /v1/balance                     4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
POST   /v1/login                       4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/prices                      4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/senders                     4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
PUT    /v1/consents                    4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/consents                    4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/opt_outs                    4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
PUT    /v1/opt_outs                    4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
DELETE /v1/opt_outs/:number            4003      4003    4003  4003   4003       4003     4003     200  1001 4003    1001
GET    /v1/contacts                    4003      4003    4003  4003   4003       4003     4003     200  1004 4003    200
POST   /v1/contacts                    4003      4003    4003  4003   4003       4003     4003     201  1004 4003    201
GET    /v1/contacts/:id                4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
PATCH  /v1/contacts/:id                4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
DELETE /v1/contacts/:id                4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
GET    /v1/groups                      4003      4003    4003  4003   4003       4003     4003     200  1004 4003    200
POST   /v1/groups                      4003      4003    4003  4003   4003       4003     4003     201  1004 4003    201
DELETE /v1/groups/:id                  4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
PUT    /v1/groups/:id/members          4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
GET    /v1/campaigns                   4003      4003    4003  4003   4003       4003     4003     200  1004 4003    200
POST   /v1/campaigns                   4003      4003    4003  4003   4003       4003     4003     201  1004 4003    1001
GET    /v1/campaigns/:id               4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/campaigns/:id/cancel        4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
GET    /v1/templates                   4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
POST   /v1/templates                   4003      4003    4003  4003   4003       4003     4003     201  1004 4003    201
GET    /v1/templates/:id               4003      4003    4003  4003   4003       4003     4003     200  200  4003    1001
PATCH  /v1/templates/:id               4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
DELETE /v1/templates/:id               4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
GET    /v1/conversations               4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/conversations/:number       4003      4003    4003  4003   4003       4003     4003     200  1001 4003    1001
GET    /v1/conversations/:number/messages 4003   4003    4003  4003   4003       4003     4003     200  1001 4003    1001
POST   /v1/conversations/:number/read  4003      4003    4003  4003   4003       4003     4003     200  1001 4003    1001
GET    /v1/events                      4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
GET    /v1/webhook_endpoints           4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
POST   /v1/webhook_endpoints           4003      4003    4003  4003   4003       4003     4003     201  201  4003    201
GET    /v1/webhook_endpoints/:id       4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
PATCH  /v1/webhook_endpoints/:id       4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
DELETE /v1/webhook_endpoints/:id       4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/events/:id/resend           4003      4003    4003  4003   4003       4003     4003     200  1001 4003    1001
POST   /v1/messages/:id/cancel         4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/messages/:id/feedback       4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/verifications               4003      4003    4003  4003   4003       4003     4003     201  201  4003    201
GET    /v1/verifications/:id           4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/verifications/check         4003      4003    4003  4003   4003       4003     4003     200  1001 4003    1001
POST   /v1/verifications/:id/check     4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/verifications/:id/resend    4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
POST   /v1/verifications/:id/cancel    4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
GET    /v1/verification_profiles                   4003      4003    4003  4003   4003       4003     4003     200  200  4003    200
POST   /v1/verification_profiles                   4003      4003    4003  4003   4003       4003     4003     201  1004 4003    201
GET    /v1/verification_profiles/:id               4003      4003    4003  4003   4003       4003     4003     200  200  4003    1001
PATCH  /v1/verification_profiles/:id               4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
DELETE /v1/verification_profiles/:id               4003      4003    4003  4003   4003       4003     4003     200  1004 4003    1001
`;

const thisMonth = () => monthOf(new Date(), 'Asia/Colombo');

const ofLastDays = ({ projectId }: AccessTeam) => ({
  query: { project_id: projectId, mode: 'LIVE', range: '7d' },
});
const oneMessage = ({ projectId, messageId }: AccessTeam) => ({
  params: { id: messageId },
  query: { project_id: projectId },
});
const byMessage = ({ messageId }: AccessTeam) => ({ params: { id: messageId } });
const inMode = ({ projectId }: AccessTeam) => ({ query: { project_id: projectId, mode: 'LIVE' } });
const ofProject = ({ projectId }: AccessTeam) => ({ params: { id: projectId }, query: { mode: 'LIVE' } });

/** The request of a route, with a team's ids; routes without parameters have no line. */
export const REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'POST /v1/web/register': () => ({ form: newPerson() }),
  'GET /v1/web/activate': () => ({ query: { token: 'A'.repeat(43) } }),
  'POST /v1/web/activate': () => ({ form: { token: 'A'.repeat(43) } }),
  // A new address each time, because one receives only a few mails an hour.
  'POST /v1/web/request_activation': () => ({ form: { email: `${randomToken()}@example.com` } }),
  'POST /v1/web/login': ({ email }) => ({ form: { user_id: email, password: PASSWORD } }),
  'POST /v1/web/request_reset_password': () => ({ form: { email: `${randomToken()}@example.com` } }),
  'GET /v1/web/reset_password': () => ({ query: { token: 'A'.repeat(43) } }),
  'POST /v1/web/reset_password': async ({ userId }, t) => ({
    form: { password: PASSWORD, token: await resetToken(t, userId) },
  }),
  'POST /v1/web/login/second_factor': () => ({ form: { code: '123456' } }),
  'PUT /v1/web/profile': () => ({ form: { first_name: 'Kamala', last_name: 'Silva' } }),
  'PUT /v1/web/profile/language': () => ({ form: { language: 'en' } }),
  'POST /v1/web/profile/password': () => ({ form: { current_password: PASSWORD, password: PASSWORD } }),
  'POST /v1/web/profile/second_factor/confirm': () => ({ form: { code: '' } }),
  'POST /v1/web/profile/second_factor/begin': () => ({ form: { password: PASSWORD } }),
  'POST /v1/web/profile/second_factor/recovery_codes': () => ({ form: { code: '123456' } }),
  'POST /v1/web/profile/second_factor/turn_off': () => ({ form: { password: PASSWORD } }),
  'GET /v1/web/invitation': () => ({ query: { token: 'A'.repeat(43) } }),
  'POST /v1/web/invitation/accept': () => ({ form: { token: 'A'.repeat(43) } }),
  'POST /v1/web/projects': () => ({ form: { name: 'Another' } }),
  'GET /v1/web/projects/:id': ({ projectId }) => ({ params: { id: projectId } }),
  'PUT /v1/web/projects/:id': ({ projectId }) => ({
    params: { id: projectId },
    form: { name: 'Shop', timezone: 'Australia/Sydney' },
  }),
  'POST /v1/web/projects/:id/update_keys': ({ spareProjectId }) => ({
    params: { id: spareProjectId },
    form: { mode: 'LIVE' },
  }),
  'POST /v1/web/projects/:id/daily_limit': ({ projectId }) => ({
    params: { id: projectId },
    form: { daily_limit: '500', daily_warn_pct: '0.8' },
  }),
  'POST /v1/web/projects/:id/blocked_codes': ({ projectId }) => ({
    params: { id: projectId },
    form: { codes: '44,1876' },
  }),
  'POST /v1/web/projects/:id/code_guard': ({ projectId }) => ({
    params: { id: projectId },
    form: { mode: 'WATCH', refused: '960' },
  }),
  'POST /v1/web/projects/:id/quiet_hours': ({ projectId }) => ({
    params: { id: projectId },
    form: { from: '21:00', to: '08:00' },
  }),
  'POST /v1/web/projects/:id/substitutes': (team, t) => withName(t, team, { substitute: null }),
  'POST /v1/web/projects/:id/sender_aliases': (team, t) => withName(t, team, { aliases: ['ලංකා'] }),
  'POST /v1/web/projects/:id/archive': ({ spareProjectId }) => ({ params: { id: spareProjectId } }),
  'POST /v1/web/projects/:id/unarchive': ({ spareProjectId }) => ({ params: { id: spareProjectId } }),
  'GET /v1/web/projects/:id/api_keys': async (team, t) => {
    await addNamedKey(t, team);
    return { params: { id: team.projectId } };
  },
  'POST /v1/web/projects/:id/api_keys': ({ projectId }) => ({
    params: { id: projectId },
    form: { mode: 'LIVE', name: `Backend ${newId()}`, scopes: 'balance' },
  }),
  'POST /v1/web/projects/:id/api_keys/:key_id/rotate': async (team, t) => ({
    params: { id: team.projectId, key_id: await addNamedKey(t, team) },
    form: { overlap_hours: '1' },
  }),
  'DELETE /v1/web/projects/:id/api_keys/:key_id': async (team, t) => ({
    params: { id: team.projectId, key_id: await addNamedKey(t, team) },
  }),
  ...DROP_IN_REQUESTS,
  ...WEBHOOK_REQUESTS,
  ...SMPP_REQUESTS,
  'GET /v1/web/projects/:id/callback_secret': ({ projectId }) => ({ params: { id: projectId } }),
  'POST /v1/web/projects/:id/callback_secret/rotate': ({ projectId }) => ({ params: { id: projectId } }),
  'GET /v1/web/projects/:id/callback_attempts': ofProject,
  'GET /v1/web/projects/:id/callback_replays': ofProject,
  'POST /v1/web/projects/:id/callback_replays': async ({ projectId }, t) => {
    // No project may have a replay in progress, which would conflict.
    await t.services.pool.query('delete from callback_replays');
    const span = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };
    return { params: { id: projectId }, form: { mode: 'LIVE', outcome: 'FAILED', ...span } };
  },
  'POST /v1/web/projects/:id/callback_tests': ({ projectId }) => ({
    params: { id: projectId },
    form: { url: 'http://127.0.0.1:9/status' },
  }),
  'POST /v1/web/messages/:id/callback_replay': (team) => ({
    ...byMessage(team),
    form: { project_id: team.projectId },
  }),
  'POST /v1/web/messages': ({ projectId }) => ({ form: { project_id: projectId, mode: 'LIVE', ...message } }),
  'GET /v1/web/messages': ({ projectId }) => ({
    query: { project_id: projectId, mode: 'LIVE', range: '7d', page_num: '0', page_size: '25' },
  }),
  'GET /v1/web/messages/:id': oneMessage,
  'GET /v1/web/messages/:id/explanation': oneMessage,
  'GET /v1/web/campaigns': inMode,
  ...CONSENT_REQUESTS,
  'GET /v1/web/messages/report.csv': ofLastDays,
  'GET /v1/web/messages/report.pdf': ofLastDays,
  'GET /v1/web/stats/project_overview': ofLastDays,
  'GET /v1/web/stats/project_graphs': ofLastDays,
  'GET /v1/web/stats/project_summary': ofLastDays,
  'GET /v1/web/stats/project_hours': ofLastDays,
  'GET /v1/web/stats/project_failures': ofLastDays,
  ...CONTACT_REQUESTS,
  'GET /v1/web/events': ({ projectId }) => ({ query: { project_id: projectId, mode: 'LIVE' } }),
  'POST /v1/web/generic/file_upload': () => ({ files: { file: PICTURE } }),
  'GET /v1/web/files/:id': async (team, t) => ({ params: { id: await addFile(t, team) } }),
  'DELETE /v1/web/files/:id': async (team, t) => ({ params: { id: await addFile(t, team) } }),
  ...SENDER_REQUESTS,
  'GET /v1/web/projects/:id/log_filters': ({ projectId }) => ({ params: { id: projectId } }),
  'PUT /v1/web/projects/:id/log_filters': ({ projectId }) => ({
    params: { id: projectId },
    json: { filters: [{ name: 'Failed', query: 'status=FAILED' }] },
  }),
  ...TEMPLATE_REQUESTS,
  ...INCOMING_REQUESTS,
  ...CAMPAIGN_REQUESTS,
  ...SIGN_ON_REQUESTS,
  'POST /dev/checkout': async (team, t) => ({ form: { order_id: (await addPayment(t, team)).orderId } }),
  'GET /dev/checkout/:order': async (team, t) => ({ params: { order: (await addPayment(t, team)).orderId } }),
  'POST /dev/checkout/:order': async (team, t) => ({
    params: { order: (await addPayment(t, team)).orderId },
    form: { outcome: 'succeed' },
  }),
  'GET /v1/web/payments/:id': async (team, t) => ({ params: { id: (await addPayment(t, team)).id } }),
  'GET /v1/web/usage': () => ({ query: { mode: 'LIVE', month: '11', year: '2026' } }),
  'GET /v1/web/statements/:month': () => ({ params: { month: thisMonth() } }),
  'GET /v1/web/statements/:month/file.csv': () => ({ params: { month: thisMonth() } }),
  'GET /v1/web/billing/spend': () => ({ query: { month: thisMonth() } }),
  'POST /v1/web/billing/low_balance': () => ({ form: { amount: '' } }),
  'POST /v1/web/codes/unblock': () => ({ form: { prefix: '947712' } }),
  'POST /v1/web/billing/details': () => ({ form: { name: 'Buyer', address: '', tax_number: '' } }),
  'GET /v1/web/statements/:month/file.pdf': () => ({ params: { month: thisMonth() } }),
  'GET /v1/web/payments/:id/receipt.pdf': async (team, t) => ({
    params: { id: (await addPayment(t, team)).id },
  }),
  'POST /v1/web/bank_payments': async (team, t) => ({
    form: { amount: '100', file: await addSlip(t, team) },
  }),
  'POST /v1/web/payments': () => ({ form: { amount: '100', ipg: 'STRIPE' } }),
  'POST /v1/messages': () => ({ form: message }),
  'GET /v1/messages': () => ({ query: { page_num: '1', page_size: '25', sort_order: 'DESC' } }),
  'GET /v1/messages/:id': byMessage,
  'POST /v1/messages/batch': () => ({ form: { messages: [message] } }),
  'POST /v1/messages/:id/cancel': async (team, t) => ({ params: { id: await waitingMessage(t, team) } }),
  ...VERIFICATION_REQUESTS,
};

/** The table as data: the cell of each actor by route. */
export const ACCESS = new Map(
  [...readTable(TABLE)].map(([route, cells]) => [route, withRoles(route, cells)]),
);

/** Parses a table of routes by actors. */
export function readTable(table: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const [[, ...actors] = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/));
  return new Map(
    rows.map(([method, path, ...cells]) => [
      `${method} ${path}`,
      new Map(actors.map((actor, i) => [actor, Number(cells[i])])),
    ]),
  );
}

function withRoles(route: string, given: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const cells = new Map(given);
  const needed = NEEDS[route];
  const refused = cells.get('viewer') === ERRORS.notAllowed.code;
  for (const role of ['ADMIN', 'SENDER'] as const) {
    const allowed = !refused || (needed && may(role, needed));
    cells.set(role.toLowerCase(), allowed ? cells.get('owner')! : ERRORS.notAllowed.code);
  }
  return cells;
}
