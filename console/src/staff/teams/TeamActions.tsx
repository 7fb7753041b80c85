// The actions on a team that the role allows. Each asks for a reason.
import { adjustRequest, type StaffTeam } from '@godwit/contract/staff/teams';
import { Textarea, TextInput } from '@mantine/core';
import { IconCoins, IconPlayerPause, IconPlayerPlay, IconShieldOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDisplayed } from '../../format.ts';
import { randomUuid } from '../../randomUuid.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { actOnTeam, adjust, type TeamAct, teamQuery } from '../api/teams.ts';
import { formatSigned } from '../shell/formatSigned.ts';
import { useMay } from '../shell/StaffPage.tsx';
import { type Act, TitleActions } from '../shell/TitleActions.tsx';
import { typedAmount } from '../shell/typedAmount.ts';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';

const TEXTS: Record<TeamAct, { name: TextId; text: TextId; done: TextId }> = {
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
  const [ask, question] = useReasonConfirm();
  const [isAdjusting, setAdjusting] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['staff', 'teams'] });

  function askFor(act: TeamAct): void {
    const { name, text, done } = TEXTS[act];
    ask({
      title: t(name),
      text: t(text),
      action: t(name),
      asksReason: true,
      harmless: act !== 'withdraw_verification',
      call: async (reason) => {
        queries.setQueryData(teamQuery(team.id).queryKey, await actOnTeam(team.id, act, reason));
        refresh();
        toastSuccess(t(done));
      },
      onLost: refresh,
    });
  }

  const act = (one: TeamAct, icon: Act['icon'], danger: boolean): Act => ({
    label: t(TEXTS[one].name),
    icon,
    danger,
    onClick: () => askFor(one),
  });
  const main: Act = { label: t('staff.adjust.open'), icon: IconCoins, onClick: () => setAdjusting(true) };
  const others = [
    ...(may('pause')
      ? [team.paused ? act('resume', IconPlayerPlay, false) : act('pause', IconPlayerPause, true)]
      : []),
    ...(may('identity') && team.verified ? [act('withdraw_verification', IconShieldOff, true)] : []),
  ];
  return (
    <>
      <TitleActions main={may('money') ? main : null} others={others} />
      {question}
      <AdjustDialog team={team} opened={isAdjusting} onClose={() => setAdjusting(false)} />
    </>
  );
}

type AdjustProps = Opening & { team: StaffTeam };

/** Adds to or subtracts from a team's balance, with a reason. Large adjustments wait for a second person. */
function AdjustDialog({ team, opened, onClose }: AdjustProps) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('staff.adjust.title', { team: team.name })}>
      <AdjustForm team={team} onClose={onClose} />
    </Dialog>
  );
}

function AdjustForm({ team, onClose }: Omit<AdjustProps, 'opened'>) {
  const t = useText();
  const queries = useQueryClient();
  const { id, currency, display_balance: balance } = team;
  // The key stays the same while the dialog is open, so repeated submissions make one adjustment.
  const [initialValues] = useState(() => ({ amount: '', reason: '', key: randomUuid() }));
  const { form, ...sending } = useSchemaForm({
    schema: adjustRequest,
    initialValues,
    call: async (values) => {
      const done = await adjust(id, {
        ...values,
        amount: values.amount.trim(),
        reason: values.reason.trim(),
      });
      for (const list of ['teams', 'adjustments', 'counts']) {
        queries.invalidateQueries({ queryKey: ['staff', list] });
      }
      const amount = formatSigned(done.amount, done.currency);
      toastSuccess(t(done.status === 'PENDING' ? 'staff.adjust.pending' : 'staff.adjust.booked', { amount }));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  const typed = typedAmount(form.values.amount);
  return (
    <DialogForm
      {...sending}
      action={
        typed === null
          ? t('staff.adjust.submit')
          : t('staff.adjust.submitAmount', { amount: formatSigned(typed, currency) })
      }
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.adjust.amount', { currency })}
        description={t('staff.adjust.hint', { balance: formatDisplayed(balance, currency) })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-autofocus
        autoComplete="off"
        maxLength={16}
        {...form.getInputProps('amount')}
      />
      <Textarea
        label={t('field.reason')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
