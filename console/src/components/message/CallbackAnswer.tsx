// The answer of a customer's server to a status callback.
import type { CallbackAttempt } from '@godwit/contract/callbacks';
import { Text } from '@mantine/core';
import { type Translate, useText } from '../../text/useText.ts';

type Answered = Pick<CallbackAttempt, 'answer'>;

/** Whether the receiver accepted the callback with any 2xx status. */
export const isAccepted = ({ answer }: Answered): boolean => answer !== null && answer >= 200 && answer < 300;

export function answerText({ answer }: Answered, t: Translate): string {
  if (answer === null) return t('message.callbackNoAnswer');
  return answer === 200 ? t('message.callbackOk') : String(answer);
}

export function CallbackAnswer({ attempt }: { attempt: Answered }) {
  const t = useText();
  return (
    <Text span inherit fw={500} c={isAccepted(attempt) ? 'var(--success)' : 'var(--danger)'}>
      {answerText(attempt, t)}
    </Text>
  );
}
