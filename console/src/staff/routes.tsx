// The routes of the staff pages, each a bundle of its own.
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { CrashPage } from '../pages/CrashPage.tsx';
import { staffPaths } from './paths.ts';
import { StaffRoot, StaffShell } from './shell/StaffShell.tsx';

type PageModule = { default: ComponentType };
const page = (load: () => Promise<PageModule>) => async () => ({ Component: (await load()).default });

const signedIn: RouteObject[] = [{ path: '/staff', element: <Navigate to={staffPaths.identity} replace /> }];

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
