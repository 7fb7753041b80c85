// Somebody's role in the team; a choice is made at once.
import { may, ROLES, type Role } from '@godwit/contract/roles';
import type { TeamMember } from '@godwit/contract/team';
import { Select } from '@mantine/core';
import { changeRole } from '../../api/team.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useAction } from '../../components/useSubmit.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { nameOf, useReadTeamAgain } from './members.ts';

/** The roles that somebody with a role of their own may give. */
export const givenBy = (mine: Role): Role[] =>
  ROLES.filter((role) => role !== 'OWNER' || may(mine, 'owners'));

export function RoleSelect({ member }: { member: TeamMember }) {
  const t = useText();
  const { role: myRole } = useProfile();
  const readAgain = useReadTeamAgain();
  const { run, busy } = useAction({
    call: async (role: Role) => {
      await changeRole(member.user_id, role);
      await readAgain();
      toastSuccess(t('team.roleChanged'));
    },
  });

  function choose(value: string | null): void {
    const role = ROLES.find((one) => one === value);
    if (role !== undefined && role !== member.role) run(role);
  }

  return (
    <Select
      aria-label={t('team.roleOf', { name: nameOf(member) })}
      aria-busy={busy || undefined}
      data={givenBy(myRole).map((role) => ({ value: role, label: t(`role.${role}`) }))}
      value={member.role}
      onChange={choose}
    />
  );
}
