// The people of the team. Who may, changes roles and removes people; everybody may leave.
import { may } from '@godwit/contract/roles';
import type { TeamMember } from '@godwit/contract/team';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery } from '../../api/team.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { formatDay, formatUtc } from '../../format.ts';
import { useMay, useProfile, useProjects } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Section } from '../../ui/Section.tsx';
import { nameOf } from './nameOf.ts';
import { ProjectRoles } from './ProjectRoles.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import classes from './TeamPage.module.css';

type Dialog = { which: 'projects' | 'remove'; userId: string };

export function Members() {
  const t = useText();
  const { data: members, error, refetch } = useQuery(membersQuery);
  // Kept while the dialog fades out.
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const shown = members?.find(({ user_id }) => user_id === dialog?.userId);

  function open(next: Dialog): void {
    setDialog(next);
    setOpened(true);
  }

  return (
    <Section title={t('team.members')}>
      {error && !members ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Card padded={false}>
          {members ? (
            <ul className={classes.rows} aria-label={t('team.members')}>
              {members.map((member) => (
                <MemberRow key={member.user_id} member={member} onOpen={open} />
              ))}
            </ul>
          ) : (
            <div className={classes.skeletons} aria-busy="true">
              <Skeleton height={32} />
              <Skeleton height={32} />
            </div>
          )}
        </Card>
      )}
      {shown ? (
        <>
          <ProjectRoles member={shown} opened={opened && dialog?.which === 'projects'} onClose={close} />
          <RemoveDialog member={shown} opened={opened && dialog?.which === 'remove'} onClose={close} />
        </>
      ) : null}
    </Section>
  );
}

function MemberRow({ member, onOpen }: { member: TeamMember; onOpen: (dialog: Dialog) => void }) {
  const t = useText();
  const { role: myRole } = useProfile();
  const { projects } = useProjects();
  const { user_id: userId, role, is_me: isMe, project_roles: projectRoles } = member;
  const mayChange = useMay('members') && (role !== 'OWNER' || may(myRole, 'owners'));
  const name = nameOf(member);
  return (
    <li className={classes.row}>
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
            onClick={() => onOpen({ which: 'projects', userId })}
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
            onClick={() => onOpen({ which: 'remove', userId })}
          >
            {t(isMe ? 'team.leave' : 'team.remove')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
