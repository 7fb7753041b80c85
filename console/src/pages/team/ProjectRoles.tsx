// What somebody may do in single projects, where that differs from the team; each choice is made at once.
import { ROLES } from '@godwit/contract/roles';
import type { TeamMember } from '@godwit/contract/team';
import { Button, Modal, Select, Stack } from '@mantine/core';
import { changeProjectRole, clearProjectRole } from '../../api/team.ts';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { useProjects } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { nameOf } from './nameOf.ts';
import classes from './ProjectRoles.module.css';
import { useReadTeamAgain } from './useReadTeamAgain.ts';

/** Owners own the whole team. */
const PROJECT_ROLES = ROLES.filter((role) => role !== 'OWNER');
const AS_IN_TEAM = 'TEAM';

type Props = { member: TeamMember; opened: boolean; onClose: () => void };

export function ProjectRoles({ member, opened, onClose }: Props) {
  const t = useText();
  const { projects } = useProjects();
  const readAgain = useReadTeamAgain();

  async function choose(projectId: string, value: string | null): Promise<void> {
    const role = PROJECT_ROLES.find((one) => one === value);
    try {
      if (role) await changeProjectRole(member.user_id, projectId, role);
      else await clearProjectRole(member.user_id, projectId);
      await readAgain();
      toastSuccess(t('team.roleChanged'));
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('team.byProject')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      // The lists of roles hang over the edge.
      styles={{ content: { overflow: 'visible' } }}
    >
      <p className={classes.text}>{t('team.projectRolesText', { name: nameOf(member) })}</p>
      <Stack gap={24} className={classes.list ?? ''}>
        {projects.map((project) => (
          <Select
            key={project.id}
            label={project.name}
            data={[
              { value: AS_IN_TEAM, label: t('team.asInTeam', { role: t(`role.${member.role}`) }) },
              ...PROJECT_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) })),
            ]}
            value={
              member.project_roles.find(({ project_id }) => project_id === project.id)?.role ?? AS_IN_TEAM
            }
            onChange={(value) => void choose(project.id, value)}
            comboboxProps={{ withinPortal: true }}
          />
        ))}
      </Stack>
      <div className={classes.actions}>
        <Button variant="outline" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Modal>
  );
}
