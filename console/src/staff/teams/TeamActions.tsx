// What staff can do about a team, as far as their role lets them; each asks for a reason first.
import type { StaffTeam } from '@godwit/contract/staffTeams';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastSuccess } from '../../components/toast.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { actOnTeam, type TeamAct, teamQuery } from '../api/teams.ts';
import { useMay } from '../shell/session.ts';
import { useAsk } from '../shell/useAsk.tsx';
import { AdjustDialog } from './AdjustDialog.tsx';

const WORDS: Record<TeamAct, { name: TextId; text: TextId; done: TextId }> = {
  pause: { name: 'staff.team.pause', text: 'staff.team.pauseText', done: 'staff.team.pausedDone' },
  resume: { name: 'staff.team.resume', text: 'staff.team.resumeText', done: 'staff.team.resumedDone' },
  withdraw_verification: {
    name: 'staff.team.withdraw',
    text: 'staff.team.withdrawText',
    done: 'staff.team.withdrawnDone',
  },
};

export function TeamActions({ team }: { team: StaffTeam }) {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const [ask, question] = useAsk();
  const [isAdjusting, setAdjusting] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['staff', 'teams'] });

  function askFor(act: TeamAct): void {
    const { name, text, done } = WORDS[act];
    ask({
      title: t(name),
      text: t(text),
      action: t(name),
      asksReason: true,
      call: async (reason) => {
        queries.setQueryData(teamQuery(team.id).queryKey, await actOnTeam(team.id, act, reason));
        refresh();
        toastSuccess(t(done));
      },
      onLost: refresh,
    });
  }

  const act = (one: TeamAct, isDanger: boolean) => (
    <Button variant="outline" {...(isDanger ? { color: 'red' } : {})} onClick={() => askFor(one)}>
      {t(WORDS[one].name)}
    </Button>
  );
  return (
    <>
      {may('identity') && team.verified ? act('withdraw_verification', true) : null}
      {may('pause') ? (team.paused ? act('resume', false) : act('pause', true)) : null}
      {may('money') ? <Button onClick={() => setAdjusting(true)}>{t('staff.adjust.open')}</Button> : null}
      {question}
      <AdjustDialog team={team} opened={isAdjusting} onClose={() => setAdjusting(false)} />
    </>
  );
}
