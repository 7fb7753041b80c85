// Members and invitations share a row of the list, the roles to choose from, and the queries that are read
// again after a change.
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

/** The roles that the signed-in person may give. */
export function useRoleOptions(): { value: Role; label: string }[] {
  const t = useText();
  const { role: mine } = useProfile();
  const given = ROLES.filter((role) => role !== 'OWNER' || may(mine, 'owners'));
  return given.map((role) => ({ value: role, label: t(`role.${role}`) }));
}

/**
 * Has all read again that depends on who is in the team, and as what: the lists here, and what the signed-in
 * person may do.
 */
export function useReadTeamAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['team'], profileQuery.queryKey, projectsQuery.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
