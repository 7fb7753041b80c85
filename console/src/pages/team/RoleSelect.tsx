// Somebody's role in the team; a choice is made at once.
import { may, ROLES, type Role } from '@godwit/contract/roles';
import type { TeamMember } from '@godwit/contract/team';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { changeRole } from '../../api/team.ts';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { nameOf } from './nameOf.ts';
import { useReadTeamAgain } from './useReadTeamAgain.ts';

/** The roles that somebody with a role of their own may give. */
export const givenBy = (mine: Role): Role[] =>
  ROLES.filter((role) => role !== 'OWNER' || may(mine, 'owners'));

export function RoleSelect({ member }: { member: TeamMember }) {
  const t = useText();
  const { role: myRole } = useProfile();
  const readAgain = useReadTeamAgain();
  const [busy, setBusy] = useState(false);

  async function choose(value: string | null): Promise<void> {
    const role = ROLES.find((one) => one === value);
    if (role === undefined || role === member.role || busy) return;
    setBusy(true);
    try {
      await changeRole(member.user_id, role);
      await readAgain();
      toastSuccess(t('team.roleChanged'));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <Select
      aria-label={t('team.roleOf', { name: nameOf(member) })}
      aria-busy={busy || undefined}
      data={givenBy(myRole).map((role) => ({ value: role, label: t(`role.${role}`) }))}
      value={member.role}
      onChange={(value) => void choose(value)}
    />
  );
}
