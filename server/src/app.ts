// The HTTP application: all its parts in the order a request meets them.
import type { FastifyRequest, RouteOptions } from 'fastify';
import {
  deleteAccountRoute,
  exportAccountRoute,
  profileRoutes,
  secondFactorRoutes,
} from './accounts/profileRoutes.ts';
import { accountRoutes, registerRoutes } from './accounts/routes.ts';
import { loginRoutes, resetRoutes, sessionRoutes } from './accounts/signIn/routes.ts';
import { signOnRoutes } from './accounts/signIn/singleSignOnRoutes.ts';
import { auditRoutes } from './audit/routes.ts';
import { readBalance } from './billing/balance.ts';
import { balanceRoute } from './billing/publicRoutes.ts';
import { staffMoneyRoutes } from './billing/staffRoutes.ts';
import { callbackLogRoutes } from './callbacks/log/routes.ts';
import { callbackRoutes } from './callbacks/routes.ts';
import { type CampaignChanges, openChanges } from './campaigns/changes.ts';
import { publicCampaignRoutes } from './campaigns/publicRoutes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import type { LinkConfig } from './carriers/links/config.ts';
import type { OnIncoming } from './carriers/links/hooks.ts';
import { telcosOfLinks } from './carriers/network/findNetwork.ts';
import { networkRoutes } from './carriers/network/routes.ts';
import { carrierHookRoutes, type Pushes, type PushLimits } from './carriers/receipts/push.ts';
import { carrierRoutes } from './carriers/staff/routes.ts';
import { explainCarriers } from './carriers/trace/explain.ts';
import { carrierTrace } from './carriers/trace/trace.ts';
import { publicConsentRoutes } from './consents/publicRoutes.ts';
import { consentRoutes } from './consents/routes.ts';
import { contactCsvRoutes } from './contacts/csv/routes.ts';
import { type ImportLimits, openImports } from './contacts/csv/upload.ts';
import { groupRoutes } from './contacts/groups/routes.ts';
import { publicContactRoutes } from './contacts/publicRoutes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { publicConversationRoutes } from './conversations/publicRoutes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { SETTINGS_TOPIC, type Signals } from './db/signals.ts';
import { dropInApis } from './dropIns/apis.ts';
import { dropInRoutes } from './dropIns/routes.ts';
import { sendUrlRoutes } from './dropIns/sendUrls/routes.ts';
import { webhookRoutes, webhookWebRoutes } from './events/endpoints/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { CLIENTS_DIR, clientPackageRoutes } from './http/clientPackages.ts';
import { CONSOLE_DIR, serveConsole } from './http/consoleFiles.ts';
import { createApp } from './http/createApp.ts';
import { type Drain, openDrain } from './http/drain.ts';
import { openExports } from './http/exports.ts';
import { genericRoutes } from './http/generic.ts';
import { healthRoutes } from './http/health.ts';
import { acceptInput, noStore } from './http/input.ts';
import { llmsRoute, openApiRoute } from './http/openApi.ts';
import { addSecurityHeaders } from './http/securityHeaders.ts';
import { traceRequests } from './http/traceRequests.ts';
import type { App } from './http/types.ts';
import { useOurWords } from './http/words.ts';
import { guardSessions } from './identity/cookies.ts';
import { requireMember, requireOwnSession, requireStaff } from './identity/guards.ts';
import { type OpenId, openOpenId } from './identity/openId.ts';
import { incomingRoutes } from './incoming/routes.ts';
import { staffIncomingRoutes } from './incoming/staffRoutes.ts';
import { liveRoutes } from './live/routes.ts';
import { mailboxRoutes } from './mail/mailbox.ts';
import type { Messaging } from './messages/accept/open.ts';
import { batchRoutes } from './messages/batchRoutes.ts';
import { consoleMessageRoutes } from './messages/consoleRoutes.ts';
import { savedFilterRoutes } from './messages/log/savedFilters.ts';
import { publicMessageRoutes } from './messages/publicRoutes.ts';
import { reportRoutes } from './messages/reports/routes.ts';
import { staffMessageRoutes } from './messages/staffRoutes.ts';
import { optOutPages } from './optOuts/page/page.ts';
import { publicOptOutRoutes } from './optOuts/publicRoutes.ts';
import { optOutRoutes } from './optOuts/routes.ts';
import { refuseOwnCall } from './outgoing/ownCalls.ts';
import { hookRoutes } from './payments/checkout/hooks.ts';
import { openProviders, type Providers } from './payments/providers/open.ts';
import { practicePages } from './payments/providers/practice/page.ts';
import { paymentRoutes } from './payments/routes.ts';
import { staffPaymentRoutes } from './payments/staffRoutes.ts';
import { billingRoutes } from './payments/statements/routes.ts';
import { publicPriceRoute } from './prices/publicRoutes.ts';
import { priceRoutes } from './prices/routes.ts';
import { staffPriceRoutes } from './prices/staffRoutes.ts';
import { type Keys, openKeyCheck, openKeys, requireKey } from './projects/apiKeys.ts';
import { namedKeyRoutes } from './projects/namedKeyRoutes.ts';
import { loginWithKeyRoute, publicSenderRoute } from './projects/publicRoutes.ts';
import { projectRoutes, projectSettingsRoutes } from './projects/routes.ts';
import { retentionRoutes } from './retention/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { senderRoutes } from './senders/routes.ts';
import { type Services, servicesFor } from './services.ts';
import { smppAccountRoutes } from './smppAccounts/routes.ts';
import { caseRoutes } from './staff/cases/routes.ts';
import { countRoutes } from './staff/reviews/counts.ts';
import { registrationRoutes } from './staff/reviews/registrationRoutes.ts';
import { identityRoutes, senderReviewRoutes } from './staff/reviews/routes.ts';
import { staffLoginRoutes, staffSignOnRoutes, staffStepRoutes } from './staff/signIn/routes.ts';
import { teamRoutes, userRoutes } from './staff/teams/routes.ts';
import { statsRoutes } from './stats/routes.ts';
import { statusRoutes } from './status/routes.ts';
import { invitationLinkRoutes, invitationRoutes, memberRoutes, teamNameRoute } from './team/routes.ts';
import { signOnSettingsRoutes } from './team/singleSignOn/routes.ts';
import { publicTemplateRoutes } from './templates/publicRoutes.ts';
import { templateRoutes } from './templates/routes.ts';
import { verificationRoutes } from './verification/routes.ts';
import { verifyRoutes } from './verify/routes.ts';
import { codeRoutes } from './verify/stats.ts';

/**
 * The inputs of the application besides the services. `consoleDir`: the built console.
 * `onRoute` receives every route, so tests can compare complete lists with it.
 */
export type AppParts = {
  messaging: Messaging;
  signals: Pick<Signals, 'on' | 'send'>;
  consoleDir?: string;
  /** The folder of the packed clients. */
  clientsDir?: string;
  onRoute?: (route: RouteOptions) => void;
  /** Shorter limits for tests. */
  uploadLimits?: ImportLimits;
  /** In tests: name servers for single sign-on domains, and the time limit of providers in milliseconds. */
  signOn?: { nameServers?: readonly string[]; totalMs?: number };
  /** The port of the built-in carrier, for simulated phones in TEST. */
  simulatorPort?: number;
  /** Started before the application closes. */
  drain?: Drain;
  /** The links to carriers now; receipts and incoming messages of those over HTTP are taken. */
  links?: () => readonly LinkConfig[];
  /** Stores an incoming message of a link. */
  onIncoming: OnIncoming;
  /** Lower limits of carriers' calls for tests. */
  pushLimits?: PushLimits;
  /** The API keys, if other protocols take them too. They are closed with the application. */
  keys?: Keys;
};

/** Builds the application, ready to `listen` or `inject`. */
export async function buildApp(
  services: Services,
  {
    messaging,
    signals,
    consoleDir = CONSOLE_DIR,
    clientsDir = CLIENTS_DIR,
    onRoute,
    uploadLimits,
    simulatorPort,
    signOn = {},
    drain = openDrain(),
    links = () => [],
    onIncoming,
    pushLimits,
    keys = openKeys(servicesFor(services, 'urgent'), signals),
  }: AppParts,
): Promise<App> {
  const https = services.settings.publicUrl.protocol === 'https:';
  useOurWords();
  const app = createApp(services);
  if (onRoute) app.addHook('onRoute', onRoute);
  traceRequests(app);
  acceptInput(app);
  addSecurityHeaders(app, { https });
  const urgent = servicesFor(services, 'urgent');
  healthRoutes(app, urgent, drain);
  mailboxRoutes(app, services);
  optOutPages(app, services, signals);
  const providers = openProviders(services);
  practicePages(app, services, providers);
  const openIds = openSignOn(app, services, signOn);
  const changes = openChanges(services, { messaging, signals });
  await app.register(
    async (web: App) => {
      web.addHook('onRequest', noStore);
      await guardSessions(web, 'user', services);
      genericRoutes(web, services.settings);
      registerRoutes(web, services);
      loginRoutes(web, services);
      signOnRoutes(web, services, openIds.ofTeams);
      resetRoutes(web, services);
      invitationLinkRoutes(web, services);
      await web.register(async (signedIn: App) => {
        requireMember(signedIn, services);
        announceChanges(signedIn, signals, ({ member }) => member.teamId);
        await consoleRoutes(signedIn, services, {
          messaging,
          changes,
          signals,
          providers,
          ...(uploadLimits && { uploadLimits }),
        });
        signOnSettingsRoutes(signedIn, services, { openId: openIds.ofTeams, ...signOn });
        incomingRoutes(signedIn, services, { simulatorPort: simulatorPort ?? null });
      });
    },
    { prefix: '/v1/web' },
  );
  await staffPart(app, services, { signals, providers, openId: openIds.ofStaff });
  await hooksPart(app, services, { providers, links, onIncoming, limits: pushLimits });
  await publicRoutes(app, services, { messaging, changes, signals, keys });
  await clientPackageRoutes(app, clientsDir, services.settings);
  const { payhereMerchantId, payhereUrl } = services.settings;
  await serveConsole(app, consoleDir, {
    https,
    postsTo: payhereMerchantId === null ? [] : [payhereUrl.origin],
  });
  return app;
}

/** Calls of payment providers and carriers. */
async function hooksPart(
  app: App,
  services: Services,
  { providers, ...pushes }: { providers: Providers } & Pushes,
): Promise<void> {
  await app.register(
    async (hooks: App) => {
      hookRoutes(hooks, services, providers);
      carrierHookRoutes(hooks, services, pushes);
    },
    { prefix: '/v1/hooks' },
  );
}

/** Staff calls: sign-in, and the calls of signed-in staff. */
async function staffPart(
  app: App,
  services: Services,
  { signals, providers, openId }: Pick<AppParts, 'signals'> & { providers: Providers; openId: OpenId },
): Promise<void> {
  await app.register(
    async (staff: App) => {
      staff.addHook('onRequest', noStore);
      await guardSessions(staff, 'staff', services);
      staffLoginRoutes(staff, services);
      staffSignOnRoutes(staff, services, openId);
      staffStepRoutes(staff, services);
      await staff.register(async (signedIn: App) => {
        requireStaff(signedIn, services);
        announceChanges(signedIn, signals, () => '');
        staffRoutes(signedIn, services, providers);
      });
    },
    { prefix: '/v1/staff' },
  );
}

/** The connections to single sign-on providers. */
function openSignOn(app: App, { settings }: Services, { totalMs }: NonNullable<AppParts['signOn']>) {
  const ofTeams = openOpenId({
    allowPrivate: settings.callbacksAllowPrivate,
    ...(totalMs !== undefined && { totalMs }),
  });
  // The operator configures this one, and it may be in a private network.
  const ofStaff = openOpenId({ allowPrivate: true });
  app.addHook('onClose', async () => void (await Promise.all([ofTeams.close(), ofStaff.close()])));
  return { ofTeams, ofStaff };
}

/** The public API and the drop-in APIs: descriptions for everyone, calls for those with a key. */
async function publicRoutes(
  app: App,
  services: Services,
  {
    messaging,
    changes,
    signals,
    keys,
  }: Pick<AppParts, 'messaging' | 'signals'> & { changes: CampaignChanges; keys: Keys },
): Promise<void> {
  const { accept } = messaging;
  openApiRoute(app, services.settings);
  llmsRoute(app, services.settings);
  const checkKey = openKeyCheck(keys, services.settings);
  app.addHook('onClose', () => keys.stop());
  await app.register(async (sending: App) => {
    sending.addHook('onRequest', refuseOwnCall);
    await dropInApis(sending, services, { accept, signals, checkKey });
    await sending.register(
      async (api: App) => {
        api.addHook('onRequest', noStore);
        requireKey(api, checkKey);
        publicMessageRoutes(api, services, accept);
        batchRoutes(api, accept);
        verifyRoutes(api, services, accept);
        publicConsentRoutes(api, services, (teamId) => signals.send(SETTINGS_TOPIC, teamId));
        publicOptOutRoutes(api, services, (teamId) => signals.send(SETTINGS_TOPIC, teamId));
        publicContactRoutes(api, services);
        publicCampaignRoutes(api, services, { messaging, changes });
        publicTemplateRoutes(api, services);
        publicConversationRoutes(api, services);
        eventRoutes(api, services, signals);
        webhookRoutes(api, services, signals);
        publicPriceRoute(api, services);
        publicSenderRoute(api, services);
        balanceRoute(api, services);
        loginWithKeyRoute(api, services);
      },
      { prefix: '/v1' },
    );
  });
}

/**
 * Makes a call's changes effective by the time of its answer: this process drops its cached settings of the
 * team first, and other processes are notified.
 * Without a team this covers all teams.
 */
function announceChanges(
  part: App,
  signals: AppParts['signals'],
  teamOf: (request: FastifyRequest) => string,
): void {
  part.addHook('onSend', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && reply.statusCode < 400) signals.send(SETTINGS_TOPIC, teamOf(request));
  });
}

/** The calls of a signed-in person. */
async function consoleRoutes(
  signedIn: App,
  services: Services,
  {
    messaging,
    changes,
    signals,
    providers,
    uploadLimits,
  }: Pick<AppParts, 'messaging' | 'signals' | 'uploadLimits'> & {
    changes: CampaignChanges;
    providers: Providers;
  },
): Promise<void> {
  const long = servicesFor(services, 'long');
  const imports = openImports(services, uploadLimits);
  const exports = openExports();
  accountRoutes(signedIn, services);
  await signedIn.register(async (account: App) => {
    requireOwnSession(account, services);
    sessionRoutes(account, services);
    exportAccountRoute(account, services, exports);
  });
  profileRoutes(signedIn, services);
  secondFactorRoutes(signedIn, services);
  deleteAccountRoute(signedIn, services, signals);
  teamNameRoute(signedIn, services);
  memberRoutes(signedIn, services);
  invitationRoutes(signedIn, services);
  projectRoutes(signedIn, services);
  projectSettingsRoutes(signedIn, services);
  namedKeyRoutes(signedIn, services);
  dropInRoutes(signedIn, services);
  sendUrlRoutes(signedIn, services);
  smppAccountRoutes(signedIn, services);
  callbackRoutes(signedIn, services);
  callbackLogRoutes(signedIn, services);
  webhookWebRoutes(signedIn, services, signals);
  priceRoutes(signedIn, services);
  consoleMessageRoutes(signedIn, services, { accept: messaging.accept, story: explainCarriers });
  conversationRoutes(signedIn, services);
  campaignRoutes(signedIn, services, { messaging, changes, exports });
  consentRoutes(signedIn, services, exports);
  await optOutRoutes(signedIn, services, { imports, exports });
  reportRoutes(signedIn, long, exports);
  statsRoutes(signedIn, services);
  contactRoutes(signedIn, services, exports);
  await contactCsvRoutes(signedIn, long, { imports, exports });
  groupRoutes(signedIn, services);
  const balanceOf = (teamId: string) => readBalance(services.pool, teamId);
  liveRoutes(signedIn, services, { signals, balanceOf });
  await fileRoutes(signedIn, services, uploadLimits);
  verificationRoutes(signedIn, services);
  senderRoutes(signedIn, services);
  templateRoutes(signedIn, services);
  savedFilterRoutes(signedIn, services);
  codeRoutes(signedIn, services);
  paymentRoutes(signedIn, services, providers);
  billingRoutes(signedIn, services);
  retentionRoutes(signedIn, services);
}

/** The calls of signed-in staff. */
function staffRoutes(signedIn: App, services: Services, providers: Providers): void {
  countRoutes(signedIn, services);
  identityRoutes(signedIn, services);
  senderReviewRoutes(signedIn, services);
  registrationRoutes(signedIn, { ...services, telcosOfLinks: () => telcosOfLinks(services) });
  teamRoutes(signedIn, services);
  userRoutes(signedIn, services);
  staffMoneyRoutes(signedIn, services);
  staffPriceRoutes(signedIn, services);
  staffPaymentRoutes(signedIn, services, providers);
  staffMessageRoutes(signedIn, services, { trace: carrierTrace, story: explainCarriers });
  for (const routes of [carrierRoutes, networkRoutes, ruleRoutes, statusRoutes]) routes(signedIn, services);
  staffIncomingRoutes(signedIn, services);
  auditRoutes(signedIn, services);
  caseRoutes(signedIn, services, { trace: carrierTrace, story: explainCarriers });
}
