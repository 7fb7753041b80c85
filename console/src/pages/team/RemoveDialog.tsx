// Taking somebody out of the team, or leaving it.
import type { TeamMember } from '@godwit/contract/team';
import { removeMember } from '../../api/team.ts';
import { useConfirm } from '../../components/Confirm.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { nameOf, useReadTeamAgain } from './members.ts';

/** Gives the function that asks for it, and the dialog to put on the page. */
export function useRemove() {
  const t = useText();
  const { name: team } = useTeam();
  const readAgain = useReadTeamAgain();
  const [ask, question] = useConfirm();

  function remove(member: TeamMember): void {
    const { is_me: isMe, user_id: userId } = member;
    const name = nameOf(member);
    ask({
      title: t(isMe ? 'team.leave' : 'team.removeOf', { name }),
      text: isMe ? t('team.leaveText', { team }) : [t('team.removeText', { name }), t('team.removeNext')],
      action: t(isMe ? 'team.leave' : 'action.remove'),
      busyLabel: t(isMe ? 'team.leaving' : 'action.removing'),
      call: async () => {
        await removeMember(userId);
        if (isMe) {
          // Another team from now on, with nothing of this one in memory.
          location.assign(paths.home);
          return;
        }
        toastSuccess(t('team.removed', { name }));
        await readAgain();
      },
    });
  }
  return [remove, question] as const;
}
