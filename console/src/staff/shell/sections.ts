// The sections of the staff pages, in the order of the bar.
import type { StaffAction, StaffCounts } from '@godwit/contract/staff';
import type { TextId } from '../../text/catalogue.ts';
import { staffPaths } from '../paths.ts';

/** `action`: what somebody must be allowed to do to see it. `count`: the work that waits in it. */
type Section = { id: TextId; to: string; action: StaffAction; count?: keyof StaffCounts };

export const SECTIONS: Section[] = [
  { id: 'staff.nav.identity', to: staffPaths.identity, action: 'identity', count: 'identity' },
  { id: 'staff.nav.senders', to: staffPaths.senders, action: 'senders', count: 'senders' },
  { id: 'staff.nav.adjustments', to: staffPaths.adjustments, action: 'money', count: 'adjustments' },
  { id: 'staff.nav.teams', to: staffPaths.teams, action: 'read' },
  { id: 'staff.nav.users', to: staffPaths.users, action: 'read' },
  { id: 'staff.nav.prices', to: staffPaths.prices, action: 'read' },
  { id: 'staff.nav.carriers', to: staffPaths.carriers, action: 'read' },
  { id: 'staff.nav.trace', to: staffPaths.trace, action: 'read' },
  { id: 'staff.nav.audit', to: staffPaths.audit, action: 'audit' },
];
