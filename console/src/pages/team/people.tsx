// Shared by members and invitations: the list row, the selectable roles, and the refresh after a change.
import { may, ROLES, type Role } from '@godwit/contract/roles';
import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery } from '../../api/accounts.ts';
import { projectsQuery } from '../../api/projects.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import classes from './TeamPage.module.css';

type Props = {
  name: string;
  /** Beside the name. */
  note?: string | null;
  /** Below the name. */
  lines: ReactNode;
  role: ReactNode;
  /** Buttons. */
  children: ReactNode;
};

export function PersonRow({ name, note, lines, role, children }: Props) {
  return (
    <div className={classes.row}>
      <div>
        <p>
          <strong>{name}</strong> {note}
        </p>
        <Box c="dimmed" fz={13}>
          {lines}
        </Box>
      </div>
      {role}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}

/** The roles that the signed-in user may assign. */
export function useRoleOptions(): { value: Role; label: string }[] {
  const t = useText();
  const { role: ownRole } = useProfile();
  const roles = ROLES.filter((role) => role !== 'OWNER' || may(ownRole, 'owners'));
  return roles.map((role) => ({ value: role, label: t(`role.${role}`) }));
}

/**
 * Returns a function that refreshes all data that depends on members and roles: the lists here, and the
 * rights of the signed-in user.
 */
export function useRefreshTeam(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['team'], profileQuery.queryKey, projectsQuery.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
