// The buttons of one person: they set a state, or propose that a name is registered or renewed.
import type { RegistrationMove } from '@godwit/contract/staff/registrations';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { toastSuccess } from '../../components/toast/toast.ts';
import { placeName } from '../../placeName.ts';
import { useText } from '../../text/useText.ts';
import { checkOwner, moveRegistration } from '../api/registrations.ts';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import type { Parts } from './parts.ts';

/** These take something away. */
const HARD: readonly RegistrationMove[] = ['REFUSED', 'WITHDRAWN'];

export function Moves({ registration, show, refresh }: Parts) {
  const t = useText();
  const [ask, question] = useReasonConfirm();
  const [isOpen, setOpen] = useState(false);
  const { id, sender_id: sender, moves, may_propose: mayPropose, may_check: mayCheck, state } = registration;
  const country = placeName(registration);
  const effect = t(`staff.registration.without.${registration.otherwise}`);
  const askMove = (to: RegistrationMove) =>
    ask({
      title: t(`staff.registrations.moveTitle.${to}`, { sender }),
      text: t(`staff.registrations.moveText.${to}`, { country, effect }),
      action: t(`staff.registrations.move.${to}`),
      harmless: !HARD.includes(to),
      asksReason: true,
      onLost: refresh,
      call: async (reason) => {
        const newer = await moveRegistration(id, to, reason);
        show(newer);
        toastSuccess(t('staff.registrations.moved', { state: t(`staff.registration.${newer.state}`) }));
      },
    });
  const askCheck = () =>
    ask({
      title: t('staff.registrations.checkTitle', { sender }),
      text: t('staff.registrations.checkText'),
      action: t('staff.registrations.check'),
      asksReason: true,
      onLost: refresh,
      call: async (reason) => {
        show(await checkOwner(id, reason));
        toastSuccess(t('staff.registrations.checkDone', { sender }));
      },
    });
  if (moves.length === 0 && !mayPropose && !mayCheck) return null;
  return (
    <Group justify="flex-end" gap={12} mt={24}>
      {moves.map((to) => (
        <Button
          key={to}
          variant="outline"
          {...(HARD.includes(to) ? { color: 'red' } : {})}
          onClick={() => askMove(to)}
        >
          {t(`staff.registrations.move.${to}`)}
        </Button>
      ))}
      {mayCheck ? <Button onClick={askCheck}>{t('staff.registrations.check')}</Button> : null}
      {mayPropose ? (
        <Button onClick={() => setOpen(true)}>
          {t(state === 'SUBMITTED' ? 'staff.registrations.propose' : 'staff.registrations.renew')}
        </Button>
      ) : null}
      <ProposeDialog opened={isOpen} onClose={() => setOpen(false)} {...{ registration, show, refresh }} />
      {question}
    </Group>
  );
}
