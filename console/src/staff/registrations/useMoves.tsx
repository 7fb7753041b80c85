// The actions of one person: they set a state, or propose that a name is registered or renewed.
import type { RegistrationMove } from '@godwit/contract/staff/registrations';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconFileCheck, IconFileText, IconSearch, IconSend, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { placeName } from '../../placeName.ts';
import { useText } from '../../text/useText.ts';
import { checkOwner, moveRegistration } from '../api/registrations.ts';
import { useReport } from '../shell/report.ts';
import type { Act } from '../shell/TitleActions.tsx';
import type { ReasonQuestion } from '../shell/useReasonConfirm.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import type { Parts } from './parts.ts';

/** These take something away. */
const HARD: readonly RegistrationMove[] = ['REFUSED', 'WITHDRAWN'];
const ICONS = { DRAFT: IconFileText, SUBMITTED: IconSend, REFUSED: IconX, WITHDRAWN: IconBan } as const;

/** Returns the next step, the other actions, and the dialog of a proposal. */
export function useMoves(
  { registration, show, refresh }: Parts,
  ask: (asking: ReasonQuestion) => void,
): { main: Act | null; others: Act[]; dialog: ReactNode } {
  const t = useText();
  const report = useReport();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { id, sender_id: sender, moves, may_propose: mayPropose, may_check: mayCheck, state } = registration;
  const country = placeName(registration);
  const effect = t(`staff.registration.without.${registration.otherwise}`);
  const move = (to: RegistrationMove): Act => ({
    label: t(`staff.registrations.move.${to}`),
    icon: ICONS[to],
    danger: HARD.includes(to),
    onClick: () =>
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
          report(t('staff.registrations.moved', { state: t(`staff.registration.${newer.state}`) }));
        },
      }),
  });
  const check: Act = {
    label: t('staff.registrations.check'),
    icon: IconSearch,
    onClick: () =>
      ask({
        title: t('staff.registrations.checkTitle', { sender }),
        text: t('staff.registrations.checkText'),
        action: t('staff.registrations.check'),
        asksReason: true,
        onLost: refresh,
        call: async (reason) => {
          show(await checkOwner(id, reason));
          report(t('staff.registrations.checkDone', { sender }));
        },
      }),
  };
  const propose: Act = {
    label: t(state === 'SUBMITTED' ? 'staff.registrations.propose' : 'staff.registrations.renew'),
    icon: IconFileCheck,
    onClick: open,
  };
  const main = mayPropose ? propose : mayCheck ? check : null;
  const others = [...(mayPropose && mayCheck ? [check] : []), ...moves.map(move)];
  const dialog = <ProposeDialog opened={isOpen} onClose={close} {...{ registration, show, refresh }} />;
  return { main, others, dialog };
}
