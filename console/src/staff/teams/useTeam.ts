// The team whose page is on screen, for the tabs of that page.
import type { StaffTeam } from '@godwit/contract/staff/teams';
import { useOutletContext } from 'react-router';

export const useTeam = (): StaffTeam => useOutletContext<StaffTeam>();
