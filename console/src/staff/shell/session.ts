// Who of staff is signed in, for every page inside the shell.
import type { StaffAction, StaffMember } from '@godwit/contract/staff';
import { staffMay } from '@godwit/contract/staff';
import { createContext, useContext } from 'react';

export const StaffContext = createContext<StaffMember | null>(null);

/** Who is signed in. Throws outside the shell. */
export function useStaff(): StaffMember {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('This page is outside the shell');
  return staff;
}

/** Says of an action whether the person signed in may do it. */
export function useMay(): (action: StaffAction) => boolean {
  const { role } = useStaff();
  return (action) => staffMay(role, action);
}
