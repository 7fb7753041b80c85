// Shared by members and invitations: the row, the selectable roles, and the refresh after a change.
import { may, ROLES, type Role } from '@godwit/contract/roles';
import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery } from '../../api/accounts.ts';
import { projectsQuery } from '../../api/projects.ts';
import { type RowAction, RowMenu } from '../../components/list/RowMenu.tsx';
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
  actions: readonly RowAction[];
};

/** A person, their role, and the menu of what can be done about them. */
export function PersonRow({ name, note, lines, role, actions }: Props) {
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
      {actions.length > 0 ? <RowMenu name={name} actions={actions} /> : <span />}
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
