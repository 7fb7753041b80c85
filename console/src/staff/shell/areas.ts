// The four areas of the navigation with their pages. routes.tsx loads the page of each address.
import type { StaffCounts } from '@godwit/contract/staff/accounts';
import type { StaffAction } from '@godwit/contract/staff/roles';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { isIn, type NavEntry } from '../../components/frame/Frame.tsx';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { countsQuery } from '../api/client.ts';
import { staffPaths } from '../paths.ts';
import { useMay } from './StaffPage.tsx';

/** `action`: a role needs one of them to see the page. `counts`: the work that waits in it. */
type Section = {
  id: TextId;
  to: string;
  action: StaffAction | readonly StaffAction[];
  counts?: readonly (keyof StaffCounts)[];
};

const WORK = [
  ...(['identity', 'senders', 'registrations', 'holds', 'slips'] as const),
  ...(['adjustments', 'refunds', 'payment_alerts'] as const),
];

const AREAS: readonly { id: TextId; sections: readonly Section[] }[] = [
  {
    id: 'staff.area.work',
    sections: [
      {
        id: 'staff.nav.inbox',
        to: staffPaths.inbox,
        action: ['identity', 'senders', 'pause', 'money'],
        counts: WORK,
      },
      { id: 'staff.nav.identity', to: staffPaths.identity, action: 'identity', counts: ['identity'] },
      { id: 'field.senderIds', to: staffPaths.senders, action: 'senders', counts: ['senders'] },
      {
        id: 'staff.senders.registers',
        to: staffPaths.registrations,
        action: 'senders',
        counts: ['registrations'],
      },
      { id: 'staff.nav.rules', to: staffPaths.rules, action: 'senders' },
      { id: 'staff.nav.holds', to: staffPaths.holds, action: 'pause', counts: ['holds'] },
      { id: 'staff.nav.cases', to: staffPaths.cases, action: 'cases' },
      { id: 'staff.nav.slips', to: staffPaths.slips, action: 'money', counts: ['slips'] },
      {
        id: 'staff.nav.adjustments',
        to: staffPaths.adjustments,
        action: 'money',
        counts: ['adjustments', 'refunds'],
      },
      { id: 'staff.nav.alerts', to: staffPaths.alerts, action: 'money', counts: ['payment_alerts'] },
      { id: 'staff.nav.audit', to: staffPaths.audit, action: 'audit' },
    ],
  },
  {
    id: 'staff.area.customers',
    sections: [
      { id: 'staff.nav.teams', to: staffPaths.teams, action: 'read' },
      { id: 'staff.nav.users', to: staffPaths.users, action: 'read' },
    ],
  },
  {
    id: 'staff.area.money',
    sections: [
      { id: 'staff.nav.revenue', to: staffPaths.revenue, action: 'money' },
      { id: 'staff.nav.prices', to: staffPaths.prices, action: 'read' },
      { id: 'staff.tax.title', to: staffPaths.tax, action: 'read' },
    ],
  },
  {
    id: 'staff.area.network',
    sections: [
      { id: 'staff.nav.status', to: staffPaths.status, action: 'read' },
      { id: 'staff.nav.carriers', to: staffPaths.carriers, action: 'read' },
      { id: 'staff.nav.network', to: staffPaths.network, action: 'carriers' },
      { id: 'staff.nav.trace', to: staffPaths.trace, action: 'read' },
    ],
  },
];

/** The page that an address is of or below: the longest one, as the registers are below the sender IDs. */
function sectionOf(pathname: string): string | undefined {
  const all = AREAS.flatMap(({ sections }) => sections.map(({ to }) => to));
  return all.filter((to) => isIn(pathname, to)).sort((a, b) => b.length - a.length)[0];
}

/** An area leads to its first page, and has its count: the inbox counts all work. */
export type AreaEntry = NavEntry & { pages: NavEntry[] };

/** The areas and pages that the role may use, in the order of the bars. */
export function useAreas(): AreaEntry[] {
  const t = useText();
  const may = useMay();
  const { pathname } = useLocation();
  const { data: counts } = useQuery(countsQuery);
  const shown = sectionOf(pathname);
  return AREAS.flatMap(({ id, sections }) => {
    const pages = sections
      .filter(({ action }) => [action].flat().some(may))
      .map(({ id: label, to, counts: kinds = [] }) => ({
        label: t(label),
        to,
        current: to === shown,
        count: kinds.reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0),
      }));
    const [first] = pages;
    if (!first) return [];
    const current = pages.some((page) => page.current);
    return [{ label: t(id), to: first.to, current, count: first.count, pages }];
  });
}
