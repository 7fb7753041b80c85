// The decision of a second person about money: confirm, or reject with a reason. Both ask for confirmation.
import { Button, Group } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { Quiet } from './Quiet.tsx';
import type { ReasonQuestion } from './useReasonConfirm.tsx';

/**
 * The texts of one choice: `label` is the verb with the amount, on the button of the question. `named` is the
 * name for screen readers of the button that opens it. `call` decides and reports the result.
 */
type Choice = {
  label: string;
  named: string;
  title: string;
  text: string;
  call: (reason: string) => Promise<void>;
};

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
  // The row has the amount, so its buttons need only the verb.
  const button = ({ label, named, title, text, call }: Choice, isRejection: boolean) => {
    const ask = () =>
      onAsk({
        ...{ title, text, action: label, call },
        ...{ asksReason: isRejection, harmless: !isRejection, onLost: refresh },
      });
    return (
      <Button
        variant={isRejection ? 'subtle' : 'outline'}
        flex={{ base: '1 1 auto', xs: 'none' }}
        aria-label={named}
        onClick={ask}
      >
        {t(isRejection ? 'staff.reject' : 'staff.confirm')}
      </Button>
    );
  };
  return (
    <Group gap={12} w={{ base: '100%', xs: 'auto' }}>
      {button(reject, true)}
      {button(confirm, false)}
    </Group>
  );
}
