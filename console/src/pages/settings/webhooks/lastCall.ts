import type { Endpoint } from '@godwit/contract/webhookEndpoints';
import { answerText } from '../../../components/message/CallbackAnswer.tsx';
import { formatInstant } from '../../../format.ts';
import type { Translate } from '../../../text/useText.ts';

/** The last call and its answer, in words; under a heading that says so, `webhooks.callAnswer`. */
export function lastCall(
  { last_called_at: at, last_answer: answer, last_error: error }: Endpoint,
  t: Translate,
  text: 'webhooks.lastCall' | 'webhooks.callAnswer' = 'webhooks.lastCall',
): string {
  if (at === null) return t('webhooks.noCall');
  return t(text, { when: formatInstant(at), answer: error ?? answerText({ answer }, t) });
}
