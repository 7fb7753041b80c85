// The decision of a second person about money: confirm or reject, each asked for first, with a reason for a
// rejection.
import { Button, Group } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { Quiet } from './Quiet.tsx';
import type { ReasonQuestion } from './useReasonConfirm.tsx';

/**
 * The words of one of the two: of its button for screen readers, and of its question; `call` decides and says
 * what came of it.
 */
type Choice = { named: string; title: string; text: string; call: (reason: string) => Promise<void> };

type Props = {
  /** Whether this person may decide: the one who asked, and members of the team, may not. */
  mayDecide: boolean;
  confirm: Choice;
  reject: Choice;
  onAsk: (asking: ReasonQuestion) => void;
  /** Reads again whatever a decision changes. */
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
