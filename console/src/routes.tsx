// The route table. Each page is a bundle that loads on its first visit. Only the login page is part of the
// start bundle, because the re-login dialog needs its components on every page.
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { refreshCsrf } from './api/client.ts';
import { page } from './components/lazyPart.ts';
import LoginPage from './pages/access/LoginPage.tsx';
import { CrashPage } from './pages/CrashPage.tsx';
import { paths } from './paths.ts';
import { activationLink, invitationLink, resetLink } from './session/linkToken.ts';
import { hasMarker } from './session/storage.ts';
import { billingWords, referenceWords, senderWords, settingsWords, teamWords } from './text/parts.ts';

/**
 * Loader of the three pages whose forms need a CSRF token. Ignores failures, because the form fetches a token
 * again.
 */
function freshToken(): null {
  refreshCsrf().catch(() => {});
  return null;
}

const signedOut: RouteObject[] = [
  { path: paths.login, loader: freshToken, Component: LoginPage },
  ...paths.loginByName.map((path) => ({ path, loader: () => redirect(paths.login) })),
  {
    path: paths.signUp,
    // A signed-in person already has an account.
    loader: () => (hasMarker() ? redirect(paths.home) : null),
    lazy: page(() => import('./pages/access/SignUpPage.tsx')),
  },
  {
    path: paths.verificationRequired,
    lazy: page(() => import('./pages/access/VerificationRequiredPage.tsx')),
  },
];

const open: RouteObject[] = [
  {
    path: paths.activate,
    loader: activationLink.loader,
    lazy: page(() => import('./pages/access/ActivatedPage.tsx')),
  },
  { path: paths.singleSignOn, lazy: page(() => import('./pages/access/SingleSignOnPage.tsx')) },
  { path: paths.about, loader: () => redirect(paths.api) },
  { path: paths.activated, lazy: page(() => import('./pages/access/ActivatedPage.tsx')) },
  {
    path: paths.invitation,
    loader: invitationLink.loader,
    lazy: page(() => import('./pages/access/InvitationPage.tsx')),
  },
  {
    path: paths.forgotPassword,
    loader: freshToken,
    lazy: page(() => import('./pages/access/ForgotPasswordPage.tsx')),
  },
];

const reset: RouteObject[] = [
  {
    path: paths.resetPassword,
    loader: (args: LoaderFunctionArgs) => resetLink.loader(args) ?? freshToken(),
    lazy: page(() => import('./pages/access/ResetPasswordPage.tsx')),
  },
];

const reference: RouteObject[] = [
  { path: paths.api, lazy: page(() => import('./pages/api/ApiPage.tsx'), referenceWords) },
  { path: '/docs/errors/:code', lazy: page(() => import('./pages/api/ErrorPage.tsx'), referenceWords) },
];

const signedIn: RouteObject[] = [
  { path: paths.home, lazy: page(() => import('./pages/home/HomePage.tsx')) },
  {
    path: paths.conversations,
    lazy: page(() => import('./pages/conversation/ConversationPage.tsx')),
  },
  {
    path: paths.logs,
    lazy: page(() => import('./pages/logs/LogsPage.tsx')),
    children: [{ path: ':id', lazy: page(() => import('./pages/logs/MessagePage.tsx')) }],
  },
  { path: paths.sendSms, lazy: page(() => import('./pages/send-sms/SendSmsPage.tsx')) },
  {
    path: '/settings/:id',
    lazy: page(() => import('./pages/settings/SettingsPage.tsx'), settingsWords),
    children: [
      { index: true, lazy: page(() => import('./pages/settings/OverviewPage.tsx')) },
      { path: 'usage-limits', lazy: page(() => import('./pages/settings/UsageLimitsPage.tsx')) },
      { path: 'geo-permissions', lazy: page(() => import('./pages/settings/GeoPermissionsPage.tsx')) },
      { path: 'incoming', lazy: page(() => import('./pages/settings/IncomingPage.tsx')) },
      { path: 'api-keys', lazy: page(() => import('./pages/settings/ApiKeysPage.tsx')) },
      { path: 'smpp', lazy: page(() => import('./pages/settings/SmppPage.tsx')) },
      { path: 'send-urls', lazy: page(() => import('./pages/settings/SendUrlsPage.tsx')) },
      { path: 'drop-ins', lazy: page(() => import('./pages/settings/DropInsPage.tsx')) },
      { path: 'codes', lazy: page(() => import('./pages/settings/CodesPage.tsx')) },
      { path: 'webhooks', lazy: page(() => import('./pages/settings/webhooks/WebhooksPage.tsx')) },
      { path: 'webhooks/:endpoint', lazy: page(() => import('./pages/settings/webhooks/WebhookPage.tsx')) },
      { path: 'callbacks', lazy: page(() => import('./pages/settings/CallbacksPage.tsx')) },
    ],
  },
  { path: paths.campaigns, lazy: page(() => import('./pages/campaigns/CampaignsPage.tsx')) },
  { path: paths.compareCampaigns, lazy: page(() => import('./pages/campaigns/ComparePage.tsx')) },
  { path: paths.newCampaign, lazy: page(() => import('./pages/campaigns/NewCampaignPage.tsx')) },
  { path: paths.templates, lazy: page(() => import('./pages/templates/TemplatesPage.tsx')) },
  { path: paths.optOuts, lazy: page(() => import('./pages/opt-outs/OptOutsPage.tsx')) },
  { path: '/campaign/:id', lazy: page(() => import('./pages/campaigns/CampaignPage.tsx')) },
  { path: paths.senderId, lazy: page(() => import('./pages/sender-id/SenderIdPage.tsx'), senderWords) },
  { path: paths.contacts, lazy: page(() => import('./pages/contacts/ContactsPage.tsx')) },
  { path: paths.groups, lazy: page(() => import('./pages/contacts/GroupsPage.tsx')) },
  { path: '/people/:number', lazy: page(() => import('./pages/people/PersonPage.tsx')) },
  { path: paths.profile, lazy: page(() => import('./pages/profile/ProfilePage.tsx')) },
  ...[paths.team, paths.teamSignOn].map((path) => ({
    path,
    lazy: page(() => import('./pages/team/TeamPage.tsx'), teamWords),
  })),
  { path: paths.verify, lazy: page(() => import('./pages/verification/VerifyPage.tsx')) },
  {
    path: paths.requestVerification,
    lazy: page(() => import('./pages/verification/RequestVerificationPage.tsx')),
  },
  ...[paths.billing, paths.usage, paths.payments, paths.paymentComplete].map((path) => ({
    path,
    lazy: page(() => import('./pages/billing/BillingPage.tsx'), billingWords),
  })),
];

/** Shows a crash inside the shell, so its bars stay usable. */
const guarded = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: CrashPage, children });

export const routes: RouteObject[] = [
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      ...signedOut,
      {
        lazy: async () => ({ Component: (await import('./components/frame/SimpleLayout.tsx')).SimpleLayout }),
        children: [guarded(open)],
      },
      {
        lazy: async () => ({ Component: (await import('./components/frame/SimpleLayout.tsx')).ResetLayout }),
        children: [guarded(reset)],
      },
      {
        lazy: async () => ({
          Component: (await import('./components/frame/SimpleLayout.tsx')).ReferenceLayout,
        }),
        children: [guarded(reference)],
      },
      {
        lazy: async () => ({ Component: (await import('./components/frame/Shell.tsx')).Shell }),
        children: [guarded(signedIn)],
      },
      { path: '*', lazy: page(() => import('./pages/NotFoundPage.tsx')) },
    ],
  },
];
