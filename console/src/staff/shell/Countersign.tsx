// The decision of a second person about money: confirm, or reject with a reason. Both ask for confirmation.
import { Button, Group } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { Quiet } from './Quiet.tsx';
import type { ReasonQuestion } from './useReasonConfirm.tsx';

/**
 * The texts of one choice: `named` is its button's name for screen readers, the others are its question.
 * `call` decides and reports the result.
 */
type Choice = { named: string; title: string; text: string; call: (reason: string) => Promise<void> };

type Props = {
  /** False for the person who requested it and for members of the team. */
  mayDecide: boolean;
  confirm: Choice;
  reject: Choice;
  onAsk: (asking: ReasonQuestion) => void;
  /** Reloads everything that a decision changes. */
  refresh: () => void;
};

export function Countersign({ mayDecide, confirm, reject, onAsk, refresh }: Props) {
  const t = useText();
  if (!mayDecide) return <Quiet>{t('staff.adjustments.notYours')}</Quiet>;
  const button = (verb: 'staff.confirm' | 'staff.reject', { named, title, text, call }: Choice) => {
    const asksReason = verb === 'staff.reject';
    const ask = () => onAsk({ title, text, action: t(verb), asksReason, onLost: refresh, call });
    return (
      <Button variant="outline" {...(asksReason ? { color: 'red' } : {})} aria-label={named} onClick={ask}>
        {t(verb)}
      </Button>
    );
  };
  return (
    <Group gap={12} grow w={{ base: '100%', xs: 'auto' }}>
      {button('staff.reject', reject)}
      {button('staff.confirm', confirm)}
    </Group>
  );
}
