// The route table of the staff pages. Each page is a separate bundle.
import type { RouteObject } from 'react-router';
import { page } from '../components/lazyPart.ts';
import { CrashPage } from '../pages/CrashPage.tsx';
import { staffPaths } from './paths.ts';
import { FirstSection, type Section, StaffNotFound, StaffRoot, StaffShell } from './shell/StaffShell.tsx';

/** The sections in the order of the bar, with their pages. `path` is the route, if it is not `to`. */
const SECTIONS: (Section & { path?: string; lazy: ReturnType<typeof page> })[] = [
  // A queue and its requests share one route. Otherwise loading a request could be overtaken by a search that
  // is being typed.
  {
    id: 'staff.nav.identity',
    to: staffPaths.identity,
    action: 'identity',
    counts: ['identity'],
    path: '/staff/identity/:id?',
    lazy: page(() => import('./reviews/IdentityPage.tsx')),
  },
  {
    id: 'field.senderIds',
    to: staffPaths.senders,
    action: 'senders',
    counts: ['senders', 'registrations'],
    path: '/staff/sender-ids/:id?',
    lazy: page(() => import('./reviews/SenderPage.tsx')),
  },
  {
    id: 'staff.nav.holds',
    to: '/staff/holds',
    action: 'pause',
    counts: ['holds'],
    lazy: page(() => import('./teams/HoldsPage.tsx')),
  },
  {
    id: 'staff.nav.adjustments',
    to: staffPaths.adjustments,
    action: 'money',
    counts: ['adjustments', 'refunds'],
    lazy: page(() => import('./adjustments/AdjustmentsPage.tsx')),
  },
  {
    id: 'staff.nav.slips',
    to: staffPaths.slips,
    action: 'money',
    counts: ['slips'],
    path: '/staff/transfers/:id?',
    lazy: page(() => import('./reviews/SlipPage.tsx')),
  },
  {
    id: 'staff.nav.alerts',
    to: '/staff/payment-alerts',
    action: 'money',
    counts: ['payment_alerts'],
    lazy: page(() => import('./payments/AlertsPage.tsx')),
  },
  {
    id: 'staff.nav.teams',
    to: staffPaths.teams,
    action: 'read',
    lazy: page(() => import('./teams/TeamsPage.tsx')),
  },
  {
    id: 'staff.nav.users',
    to: staffPaths.users,
    action: 'read',
    lazy: page(() => import('./users/UsersPage.tsx')),
  },
  {
    id: 'staff.nav.prices',
    to: staffPaths.prices,
    action: 'read',
    lazy: page(() => import('./prices/PricesPage.tsx')),
  },
  {
    id: 'staff.nav.revenue',
    to: '/staff/revenue',
    action: 'money',
    lazy: page(() => import('./payments/RevenuePage.tsx')),
  },
  {
    id: 'staff.nav.status',
    to: '/staff/status',
    action: 'read',
    lazy: page(() => import('./status/StatusPage.tsx')),
  },
  {
    id: 'staff.nav.carriers',
    to: staffPaths.carriers,
    action: 'read',
    lazy: page(() => import('./carriers/CarriersPage.tsx')),
  },
  {
    id: 'staff.nav.trace',
    to: '/staff/trace',
    action: 'read',
    lazy: page(() => import('./trace/TracePage.tsx')),
  },
  {
    id: 'staff.nav.audit',
    to: '/staff/audit',
    action: 'audit',
    lazy: page(() => import('./audit/AuditPage.tsx')),
  },
];

const signedIn: RouteObject[] = [
  { path: '/staff', element: <FirstSection sections={SECTIONS} /> },
  ...SECTIONS.map(({ to, path = to, lazy }) => ({ path, lazy })),
  { path: staffPaths.registrations, lazy: page(() => import('./registrations/RegistrationsPage.tsx')) },
  {
    path: staffPaths.registration(':id'),
    lazy: page(() => import('./registrations/RegistrationPage.tsx')),
  },
  { path: '/staff/teams/:id', lazy: page(() => import('./teams/TeamPage.tsx')) },
  { path: '/staff/carriers/:id', lazy: page(() => import('./carriers/LinkPage.tsx')) },
  { path: '/staff/users/:id', lazy: page(() => import('./users/UserPage.tsx')) },
  { path: staffPaths.tax, lazy: page(() => import('./prices/TaxPage.tsx')) },
  { path: staffPaths.network, lazy: page(() => import('./network/NetworkPage.tsx')) },
  { path: staffPaths.pricesUpload, lazy: page(() => import('./prices/UploadPage.tsx')) },
  { path: '/staff/*', Component: StaffNotFound },
];

export const routes: RouteObject[] = [
  {
    Component: StaffRoot,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      { path: staffPaths.singleSignOn, lazy: page(() => import('./signIn/SingleSignOnPage.tsx')) },
      { path: staffPaths.signIn, lazy: page(() => import('./signIn/SignInPage.tsx')) },
      {
        element: <StaffShell sections={SECTIONS} />,
        children: [{ ErrorBoundary: CrashPage, children: signedIn }],
      },
    ],
  },
];
