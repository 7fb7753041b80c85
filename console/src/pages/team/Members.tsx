// The members of the team. Roles with the right to it can change roles and remove members; all can leave.
import { may, ROLES, type Role } from '@godwit/contract/roles';
import type { TeamMember } from '@godwit/contract/team';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconLinkOff, IconListDetails, IconLogout, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeProjectRole,
  changeRole,
  clearProjectRole,
  forgetLink,
  membersQuery,
  removeMember,
} from '../../api/team.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { Dialog, type Opening } from '../../components/dialog/Dialog.tsx';
import { useAction } from '../../components/form/useSubmit.ts';
import { List } from '../../components/list/List.tsx';
import type { RowAction } from '../../components/list/RowMenu.tsx';
import { Moment } from '../../components/Moment.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay, useProfile, useProjects, useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { PersonRow, useRefreshTeam, useRoleOptions } from './people.tsx';

const nameOf = ({ first_name, last_name }: TeamMember): string => `${first_name} ${last_name}`;

export function Members() {
  const t = useText();
  const members = useQuery(membersQuery);
  // The member stays set while the dialog fades out.
  const [chosen, setChosen] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const shown = members.data?.find(({ user_id }) => user_id === chosen);
  const [remove, removeDialog] = useRemove();
  const [forget, forgetDialog] = useForgetLink();

  function openProjects({ user_id: id }: TeamMember): void {
    setChosen(id);
    setOpened(true);
  }

  return (
    <SettingRow label={t('field.members')} hint={t('team.membersHint')}>
      <List
        bare
        label={t('field.members')}
        found={{ ...members, data: members.data && { results: members.data } }}
        rowKey={({ user_id }) => user_id}
        stacked={(member) => (
          <MemberRow
            member={member}
            onProjects={() => openProjects(member)}
            onRemove={() => remove(member)}
            onForget={() => forget(member)}
          />
        )}
        empty=""
      />
      {shown ? <ProjectRoles member={shown} opened={opened} onClose={() => setOpened(false)} /> : null}
      {removeDialog}
      {forgetDialog}
    </SettingRow>
  );
}

type RowProps = { member: TeamMember } & Record<'onProjects' | 'onRemove' | 'onForget', () => void>;

function MemberRow({ member, onProjects, onRemove, onForget }: RowProps) {
  const t = useText();
  const { role: myRole } = useProfile();
  const { projects } = useProjects();
  const { role, is_me: isMe, project_roles: projectRoles } = member;
  const mayChange = useMay('members') && (role !== 'OWNER' || may(myRole, 'owners'));
  const mayForget = useMay('owners') && member.sign_on_link;
  const name = nameOf(member);
  const lines = (
    <>
      <p>{member.email}</p>
      <p>
        <Moment instant={member.joined_at}>{t('team.joined', { day: formatDay(member.joined_at) })}</Moment>
        {projectRoles.length > 0 ? ` · ${t('team.differs', { count: projectRoles.length })}` : null}
      </p>
    </>
  );
  const actions: RowAction[] = [];
  if (mayChange && role !== 'OWNER' && projects.length > 0)
    actions.push({ label: t('team.byProjectOf', { name }), icon: IconListDetails, onClick: onProjects });
  if (mayForget) actions.push({ label: t('team.forgetOf', { name }), icon: IconLinkOff, onClick: onForget });
  if (isMe) actions.push({ label: t('team.leave'), icon: IconLogout, danger: true, onClick: onRemove });
  else if (mayChange)
    actions.push({
      label: t('team.removeOf', { name }),
      icon: IconUserMinus,
      danger: true,
      onClick: onRemove,
    });
  return (
    <PersonRow
      name={name}
      note={isMe ? t('team.you') : null}
      lines={lines}
      role={mayChange ? <RoleSelect member={member} /> : <span>{t(`role.${role}`)}</span>}
      actions={actions}
    />
  );
}

/** A member's role in the team. A choice applies at once. */
function RoleSelect({ member }: { member: TeamMember }) {
  const t = useText();
  const refresh = useRefreshTeam();
  const { run, busy } = useAction({
    call: async (role: Role) => {
      await changeRole(member.user_id, role);
      await refresh();
      toastSuccess(t('team.roleChanged'));
    },
  });
  return (
    <Select
      aria-label={t('team.roleOf', { name: nameOf(member) })}
      aria-busy={busy || undefined}
      data={useRoleOptions()}
      value={member.role}
      onChange={(role) => role !== null && role !== member.role && run(role)}
    />
  );
}

/** The roles in single projects. Owners are owners of the whole team. */
const PROJECT_ROLES = ROLES.filter((role) => role !== 'OWNER');
const AS_IN_TEAM = 'TEAM';

/**
 * Shows a member's roles in single projects if they differ from the team role. Each choice applies at once.
 */
function ProjectRoles({ member, opened, onClose }: Opening & { member: TeamMember }) {
  const t = useText();
  const { projects } = useProjects();
  const refresh = useRefreshTeam();

  const { run } = useAction({
    call: async ({ projectId, value }: { projectId: string; value: string | null }) => {
      const role = PROJECT_ROLES.find((projectRole) => projectRole === value);
      if (role) await changeProjectRole(member.user_id, projectId, role);
      else await clearProjectRole(member.user_id, projectId);
      await refresh();
      toastSuccess(t('team.roleChanged'));
    },
  });

  return (
    <Dialog opened={opened} onClose={onClose} title={t('team.byProject')} overhangs>
      <Text c="dimmed" mb={24} style={{ overflowWrap: 'anywhere' }}>
        {t('team.projectRolesText', { name: nameOf(member) })}
      </Text>
      {/* The padding leaves space for focus rings at the edge. */}
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

/** Returns a function that removes a member or leaves the team after confirmation, and its dialog. */
function useRemove() {
  const t = useText();
  const { name: team } = useTeam();
  const refresh = useRefreshTeam();
  const [confirm, confirmDialog] = useConfirm();

  function remove(member: TeamMember): void {
    const { is_me: isMe, user_id: userId } = member;
    const name = nameOf(member);
    confirm({
      title: t(isMe ? 'team.leave' : 'team.removeOf', { name }),
      text: isMe ? t('team.leaveText', { team }) : [t('team.removeText', { name }), t('team.removeNext')],
      action: t(isMe ? 'team.leave' : 'action.remove'),
      busyLabel: t(isMe ? 'team.leaving' : 'action.removing'),
      call: async () => {
        await removeMember(userId);
        if (isMe) {
          // A full page load discards this team's data and opens another team.
          location.assign(paths.home);
          return;
        }
        toastSuccess(t('team.removed', { name }));
        await refresh();
      },
    });
  }
  return [remove, confirmDialog] as const;
}

/** Returns a function that forgets a member's single sign-on link after confirmation, and its dialog. */
function useForgetLink() {
  const t = useText();
  const refresh = useRefreshTeam();
  const [confirm, confirmDialog] = useConfirm();

  function forget(member: TeamMember): void {
    const name = nameOf(member);
    confirm({
      title: t('team.forgetOf', { name }),
      text: t('team.forgetText', { name }),
      action: t('team.forget'),
      busyLabel: t('action.removing'),
      call: async () => {
        await forgetLink(member.user_id);
        toastSuccess(t('team.forgotten', { name }));
        await refresh();
      },
    });
  }
  return [forget, confirmDialog] as const;
}
