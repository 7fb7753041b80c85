// Taking somebody out of the team, or leaving it.
import type { TeamMember } from '@godwit/contract/team';
import { removeMember } from '../../api/team.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { nameOf } from './nameOf.ts';
import { useReadTeamAgain } from './useReadTeamAgain.ts';

type Props = { member: TeamMember; opened: boolean; onClose: () => void };

export function RemoveDialog({ member, opened, onClose }: Props) {
  const t = useText();
  const { name: team } = useTeam();
  const readAgain = useReadTeamAgain();
  const { is_me: isMe } = member;
  const name = nameOf(member);

  async function remove(): Promise<void> {
    await removeMember(member.user_id);
    if (isMe) {
      // Another team from now on, with nothing of this one in memory.
      location.assign(paths.home);
      return;
    }
    toastSuccess(t('team.removed', { name }));
    await readAgain();
  }

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(isMe ? 'team.leave' : 'team.removeOf', { name })}
      action={t(isMe ? 'team.leave' : 'team.remove')}
      busyLabel={t(isMe ? 'team.leaving' : 'team.removing')}
      call={remove}
    >
      <p>{isMe ? t('team.leaveText', { team }) : t('team.removeText', { name })}</p>
      {isMe ? null : <p>{t('team.removeNext')}</p>}
    </ConfirmDialog>
  );
}
