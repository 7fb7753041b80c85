// The route table. Every page is a bundle of its own, loaded when first visited; only Login comes with the start, since the
// re-login dialog needs its parts on every page anyway.
import type { ComponentType } from 'react';
import { type RouteObject, redirect } from 'react-router';
import LoginPage from './pages/access/LoginPage.tsx';
import { CrashPage } from './pages/CrashPage.tsx';
import { paths } from './paths.ts';
import { takeResetToken } from './session/resetToken.ts';

type PageModule = { default: ComponentType };
const page = (load: () => Promise<PageModule>) => async () => ({ Component: (await load()).default });

const notHere = page(() => import('./pages/NotHerePage.tsx'));

const signedOut: RouteObject[] = [
  { path: paths.login, Component: LoginPage },
  { path: paths.signUp, lazy: page(() => import('./pages/access/SignUpPage.tsx')) },
  {
    path: paths.verificationRequired,
    lazy: page(() => import('./pages/access/VerificationRequiredPage.tsx')),
  },
];

const open: RouteObject[] = [
  { path: paths.activate, lazy: page(() => import('./pages/access/ActivatedPage.tsx')) },
  { path: paths.activated, lazy: page(() => import('./pages/access/ActivatedPage.tsx')) },
  { path: paths.api, lazy: page(() => import('./pages/OpenNotHerePage.tsx')) },
  { path: paths.forgotPassword, lazy: page(() => import('./pages/access/ForgotPasswordPage.tsx')) },
];

const reset: RouteObject[] = [
  {
    path: paths.resetPassword,
    loader: takeResetToken,
    lazy: page(() => import('./pages/access/ResetPasswordPage.tsx')),
  },
];

const signedIn: RouteObject[] = [
  { path: paths.home, lazy: page(() => import('./pages/home/HomePage.tsx')) },
  { path: paths.conversation, lazy: notHere },
  { path: paths.logs, lazy: page(() => import('./pages/logs/LogsPage.tsx')) },
  { path: '/logs/:id', lazy: page(() => import('./pages/logs/MessagePage.tsx')) },
  { path: paths.sendSms, lazy: page(() => import('./pages/send-sms/SendSmsPage.tsx')) },
  { path: '/settings/:id', lazy: page(() => import('./pages/settings/SettingsPage.tsx')) },
  { path: paths.campaigns, lazy: notHere },
  { path: paths.newCampaign, lazy: notHere },
  { path: '/campaign/:id', lazy: notHere },
  { path: paths.senderId, lazy: page(() => import('./pages/sender-id/SenderIdPage.tsx')) },
  { path: paths.contacts, lazy: page(() => import('./pages/contacts/ContactsPage.tsx')) },
  { path: paths.profile, lazy: notHere },
  { path: paths.billing, lazy: notHere },
  { path: paths.paymentComplete, lazy: notHere },
  { path: paths.verify, lazy: page(() => import('./pages/verification/VerifyPage.tsx')) },
  {
    path: paths.requestVerification,
    lazy: page(() => import('./pages/verification/RequestVerificationPage.tsx')),
  },
];

/** A page that crashes leaves the bars standing: the boundary is inside the shell. */
const guarded = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: CrashPage, children });

export const routes: RouteObject[] = [
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      ...signedOut,
      { path: paths.about, loader: () => redirect(paths.api) },
      {
        lazy: async () => ({ Component: (await import('./components/SimpleLayout.tsx')).SimpleLayout }),
        children: [guarded(open)],
      },
      {
        lazy: async () => ({ Component: (await import('./components/SimpleLayout.tsx')).ResetLayout }),
        children: [guarded(reset)],
      },
      {
        lazy: async () => ({ Component: (await import('./components/Shell.tsx')).Shell }),
        children: [guarded(signedIn)],
      },
      { path: '*', lazy: page(() => import('./pages/NotFoundPage.tsx')) },
    ],
  },
];
