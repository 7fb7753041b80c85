// The actions on a registration: a second person decides a proposal; otherwise it moves on.
import { IconCheck, IconX } from '@tabler/icons-react';
import { placeName } from '../../placeName.ts';
import { useText } from '../../text/useText.ts';
import { confirmRegistration, rejectRegistration } from '../api/registrations.ts';
import { useReport } from '../shell/report.ts';
import { type Act, TitleActions } from '../shell/TitleActions.tsx';
import { type ReasonQuestion, useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import type { Parts } from './parts.ts';
import { useMoves } from './useMoves.tsx';

export function RegistrationActions(parts: Parts) {
  const [ask, question] = useReasonConfirm();
  const decision = useDecision(parts, ask);
  const { main, others, dialog } = useMoves(parts, ask);
  if (parts.registration.own_team) return null;
  return (
    <>
      {decision ? (
        <TitleActions
          main={decision.confirm}
          others={[decision.reject, ...(main ? [main] : []), ...others]}
        />
      ) : (
        <TitleActions main={main} others={others} />
      )}
      {dialog}
      {question}
    </>
  );
}

type Decision = { confirm: Act | null; reject: Act };

/** Confirms or rejects the proposal. Its author can only take it back. */
function useDecision(
  { registration, show, refresh }: Parts,
  ask: (asking: ReasonQuestion) => void,
): Decision | null {
  const t = useText();
  const report = useReport();
  const { id, sender_id: sender, proposal } = registration;
  if (!proposal) return null;
  const country = placeName(registration);
  const refusal = proposal.may_decide ? 'reject' : 'takeBack';
  const named = {
    confirm: t('staff.registrations.confirmNamed', { sender }),
    reject: t(`staff.registrations.${refusal}Named`, { sender }),
  };
  const confirm: Act = {
    label: t('staff.confirm'),
    named: named.confirm,
    icon: IconCheck,
    onClick: () =>
      ask({
        title: named.confirm,
        text: t('staff.registrations.confirmText', { sender, country }),
        action: t('staff.confirm'),
        onLost: refresh,
        call: async () => {
          show(await confirmRegistration(id, proposal.id));
          report(t('staff.registrations.confirmed', { sender }));
        },
      }),
  };
  const reject: Act = {
    label: t(`staff.registrations.${refusal}`),
    named: named.reject,
    icon: IconX,
    danger: true,
    onClick: () =>
      ask({
        title: named.reject,
        text: t('staff.registrations.rejectText'),
        action: t(`staff.registrations.${refusal}`),
        harmless: false,
        asksReason: true,
        onLost: refresh,
        call: async (why) => {
          show(await rejectRegistration(id, proposal.id, why));
          report(t('staff.registrations.rejected'));
        },
      }),
  };
  return { confirm: proposal.may_decide ? confirm : null, reject };
}
