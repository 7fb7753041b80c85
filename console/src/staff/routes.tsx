// The routes of the staff pages, each a bundle of its own.
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { CrashPage } from '../pages/CrashPage.tsx';
import { staffPaths } from './paths.ts';
import { FirstSection } from './shell/FirstSection.tsx';
import { StaffRoot, StaffShell } from './shell/StaffShell.tsx';

type PageModule = { default: ComponentType };
const page = (load: () => Promise<PageModule>) => async () => ({ Component: (await load()).default });

const signedIn: RouteObject[] = [
  { path: '/staff', Component: FirstSection },
  { path: staffPaths.identity, lazy: page(() => import('./reviews/IdentityPage.tsx')) },
  { path: '/staff/identity/:id', lazy: page(() => import('./reviews/IdentityPage.tsx')) },
  { path: staffPaths.senders, lazy: page(() => import('./reviews/SenderPage.tsx')) },
  { path: '/staff/sender-ids/:id', lazy: page(() => import('./reviews/SenderPage.tsx')) },
];

export const routes: RouteObject[] = [
  {
    Component: StaffRoot,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      { path: staffPaths.signIn, lazy: page(() => import('./signIn/SignInPage.tsx')) },
      { Component: StaffShell, children: [{ ErrorBoundary: CrashPage, children: signedIn }] },
    ],
  },
];
