// The people of the team. Who may, changes roles and removes people; everybody may leave.
import { may } from '@godwit/contract/roles';
import type { TeamMember } from '@godwit/contract/team';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery } from '../../api/team.ts';
import { List } from '../../components/List.tsx';
import { formatDay, formatUtc } from '../../format.ts';
import { useMay, useProfile, useProjects } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Section } from '../../ui/Section.tsx';
import { nameOf } from './members.ts';
import { ProjectRoles } from './ProjectRoles.tsx';
import { useRemove } from './RemoveDialog.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import classes from './TeamPage.module.css';

export function Members() {
  const t = useText();
  const members = useQuery(membersQuery);
  // Kept while the dialog fades out.
  const [chosen, setChosen] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const shown = members.data?.find(({ user_id }) => user_id === chosen);
  const [remove, question] = useRemove();

  function openProjects({ user_id: id }: TeamMember): void {
    setChosen(id);
    setOpened(true);
  }

  return (
    <Section title={t('field.members')}>
      <List
        label={t('field.members')}
        found={{ ...members, data: members.data && { results: members.data } }}
        rowKey={({ user_id }) => user_id}
        stacked={(member) => (
          <MemberRow
            member={member}
            onProjects={() => openProjects(member)}
            onRemove={() => remove(member)}
          />
        )}
        empty=""
      />
      {shown ? <ProjectRoles member={shown} opened={opened} onClose={() => setOpened(false)} /> : null}
      {question}
    </Section>
  );
}

type RowProps = { member: TeamMember; onProjects: () => void; onRemove: () => void };

function MemberRow({ member, onProjects, onRemove }: RowProps) {
  const t = useText();
  const { role: myRole } = useProfile();
  const { projects } = useProjects();
  const { role, is_me: isMe, project_roles: projectRoles } = member;
  const mayChange = useMay('members') && (role !== 'OWNER' || may(myRole, 'owners'));
  const name = nameOf(member);
  return (
    <div className={classes.row}>
      <div className={classes.who}>
        <p>
          <strong>{name}</strong> {isMe ? t('team.you') : null}
        </p>
        <p className={classes.quiet}>{member.email}</p>
        <p className={classes.quiet}>
          <time dateTime={member.joined_at} title={formatUtc(member.joined_at)}>
            {t('team.joined', { day: formatDay(member.joined_at) })}
          </time>
          {projectRoles.length > 0 ? ` · ${t('team.differs', { count: projectRoles.length })}` : null}
        </p>
      </div>
      {mayChange ? <RoleSelect member={member} /> : <span>{t(`role.${role}`)}</span>}
      <div className={classes.actions}>
        {mayChange && role !== 'OWNER' && projects.length > 0 ? (
          <Button
            variant="subtle"
            size="xs"
            aria-label={t('team.byProjectOf', { name })}
            onClick={onProjects}
          >
            {t('team.byProject')}
          </Button>
        ) : null}
        {isMe || mayChange ? (
          <Button
            variant="subtle"
            size="xs"
            color="red"
            {...(isMe ? {} : { 'aria-label': t('team.removeOf', { name }) })}
            onClick={onRemove}
          >
            {t(isMe ? 'team.leave' : 'action.remove')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
