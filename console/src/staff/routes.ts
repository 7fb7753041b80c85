// The route table of the staff pages. Each page is a separate bundle. shell/areas.ts has the navigation.
import type { RouteObject } from 'react-router';
import { page } from '../components/lazyPart.ts';
import { CrashPage } from '../pages/CrashPage.tsx';
import { staffPaths } from './paths.ts';
import { FirstPage, StaffNotFound, StaffRoot, StaffShell } from './shell/StaffShell.tsx';

const signedIn: RouteObject[] = [
  { path: '/staff', Component: FirstPage },
  // A queue and its requests share one route. Otherwise loading a request could be overtaken by a search that
  // is being typed.
  { path: '/staff/inbox/:kind?/:id?', lazy: page(() => import('./inbox/InboxPage.tsx')) },
  { path: '/staff/identity/:id?', lazy: page(() => import('./reviews/IdentityPage.tsx')) },
  { path: '/staff/sender-ids/:id?', lazy: page(() => import('./reviews/SenderPage.tsx')) },
  { path: '/staff/transfers/:id?', lazy: page(() => import('./reviews/SlipPage.tsx')) },
  { path: staffPaths.registrations, lazy: page(() => import('./registrations/RegistrationsPage.tsx')) },
  {
    path: staffPaths.registration(':id'),
    lazy: page(() => import('./registrations/RegistrationPage.tsx')),
  },
  { path: staffPaths.rules, lazy: page(() => import('./rules/RulesPage.tsx')) },
  { path: staffPaths.holds, lazy: page(() => import('./teams/HoldsPage.tsx')) },
  { path: staffPaths.cases, lazy: page(() => import('./cases/CasesPage.tsx')) },
  { path: staffPaths.case(':id'), lazy: page(() => import('./cases/CasePage.tsx')) },
  { path: staffPaths.adjustments, lazy: page(() => import('./adjustments/AdjustmentsPage.tsx')) },
  { path: staffPaths.alerts, lazy: page(() => import('./payments/AlertsPage.tsx')) },
  { path: staffPaths.audit, lazy: page(() => import('./audit/AuditPage.tsx')) },
  { path: staffPaths.teams, lazy: page(() => import('./teams/TeamsPage.tsx')) },
  {
    path: '/staff/teams/:id',
    lazy: page(() => import('./teams/TeamPage.tsx')),
    children: [
      { index: true, lazy: page(() => import('./teams/TeamOverviewPage.tsx')) },
      { path: 'messages', lazy: page(() => import('./teams/TeamMessagesPage.tsx')) },
      { path: 'money', lazy: page(() => import('./teams/TeamMoneyPage.tsx')) },
      { path: 'people', lazy: page(() => import('./teams/TeamPeoplePage.tsx')) },
      { path: 'settings', lazy: page(() => import('./teams/TeamSettingsPage.tsx')) },
    ],
  },
  { path: staffPaths.users, lazy: page(() => import('./users/UsersPage.tsx')) },
  { path: '/staff/users/:id', lazy: page(() => import('./users/UserPage.tsx')) },
  { path: staffPaths.revenue, lazy: page(() => import('./payments/RevenuePage.tsx')) },
  { path: staffPaths.prices, lazy: page(() => import('./prices/PricesPage.tsx')) },
  { path: staffPaths.pricesUpload, lazy: page(() => import('./prices/UploadPage.tsx')) },
  { path: staffPaths.tax, lazy: page(() => import('./prices/TaxPage.tsx')) },
  { path: staffPaths.status, lazy: page(() => import('./status/StatusPage.tsx')) },
  { path: staffPaths.carriers, lazy: page(() => import('./carriers/CarriersPage.tsx')) },
  { path: '/staff/carriers/:id', lazy: page(() => import('./carriers/LinkPage.tsx')) },
  { path: staffPaths.network, lazy: page(() => import('./network/NetworkPage.tsx')) },
  { path: staffPaths.trace, lazy: page(() => import('./trace/TracePage.tsx')) },
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
        Component: StaffShell,
        children: [{ ErrorBoundary: CrashPage, children: signedIn }],
      },
    ],
  },
];
