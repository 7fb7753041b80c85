// What somebody may do in single projects, where that differs from the team; each choice is made at once.
import { ROLES } from '@godwit/contract/roles';
import type { TeamMember } from '@godwit/contract/team';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { changeProjectRole, clearProjectRole } from '../../api/team.ts';
import { Dialog, type Opening } from '../../components/Dialog.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useAction } from '../../components/useSubmit.ts';
import { useProjects } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { nameOf, useReadTeamAgain } from './members.ts';

/** Owners own the whole team. */
const PROJECT_ROLES = ROLES.filter((role) => role !== 'OWNER');
const AS_IN_TEAM = 'TEAM';

type Props = Opening & { member: TeamMember };

export function ProjectRoles({ member, opened, onClose }: Props) {
  const t = useText();
  const { projects } = useProjects();
  const readAgain = useReadTeamAgain();

  const { run } = useAction({
    call: async ({ projectId, value }: { projectId: string; value: string | null }) => {
      const role = PROJECT_ROLES.find((one) => one === value);
      if (role) await changeProjectRole(member.user_id, projectId, role);
      else await clearProjectRole(member.user_id, projectId);
      await readAgain();
      toastSuccess(t('team.roleChanged'));
    },
  });

  return (
    <Dialog opened={opened} onClose={onClose} title={t('team.byProject')} overhangs>
      <Text c="dimmed" mb={24} style={{ overflowWrap: 'anywhere' }}>
        {t('team.projectRolesText', { name: nameOf(member) })}
      </Text>
      {/* Room for the focus ring of what stands at the edge. */}
      <Stack gap={24} mah="50vh" p={3} m={-3} style={{ overflowY: 'auto' }}>
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
            onChange={(value) => run({ projectId: project.id, value })}
            comboboxProps={{ withinPortal: true }}
          />
        ))}
      </Stack>
      <Group justify="flex-end" mt={24}>
        <Button variant="outline" onClick={onClose}>
          {t('action.close')}
        </Button>
      </Group>
    </Dialog>
  );
}
