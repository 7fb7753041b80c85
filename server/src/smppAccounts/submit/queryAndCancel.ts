// Handles query_sm and cancel_sm of bound customers. A message of another project looks like a missing one.
import { answerTo } from '@godwit/smpp/codec/decode';
import type { CancelSm, QuerySm, ResponsePdu } from '@godwit/smpp/codec/pdu';
import { messageStateValue } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import { formatTime } from '@godwit/smpp/codec/time';
import { findMessage } from '../../messages/log/log.ts';
import { cancelTogether } from '../../messages/state/cancel.ts';
import type { Account } from '../binds/authenticate.ts';
import { queriedState, statusOfRefusal } from './errors.ts';
import { failed, type Means } from './submit.ts';

/** Answers a query_sm or cancel_sm. */
export async function answerQueryOrCancel(
  means: Means,
  account: Account,
  pdu: QuerySm | CancelSm,
): Promise<ResponsePdu> {
  try {
    return await (pdu.command === 'query_sm' ? query(means, account, pdu) : cancel(means, account, pdu));
  } catch (error) {
    return answerTo(pdu.command, pdu.sequence, failed(means, error));
  }
}

async function query(
  { pool }: Means,
  { teamId, projectId, mode }: Account,
  { command, sequence, messageId }: QuerySm,
): Promise<ResponsePdu> {
  const message = await findMessage(pool, { teamId, projectId, mode, id: messageId.toLowerCase() });
  if (!message) return answerTo(command, sequence, commandStatus.ESME_RINVMSGID);
  const { state, error } = queriedState(message);
  const endedAt = message.deliveredAt ?? message.failedAt;
  return {
    command: 'query_sm_resp',
    status: commandStatus.ESME_ROK,
    sequence,
    messageId,
    finalDate: endedAt ? formatTime(endedAt) : '',
    messageState: messageStateValue(state),
    errorCode: Number(error),
  };
}

async function cancel(
  { pool }: Means,
  { teamId, projectId, mode }: Account,
  { command, sequence, messageId }: CancelSm,
): Promise<ResponsePdu> {
  const refusal = await cancelTogether(pool, { teamId, projectId, mode, id: messageId.toLowerCase() });
  if (refusal === null) return answerTo(command, sequence, commandStatus.ESME_ROK);
  const isTooLate = refusal.refused === 'conflict';
  return answerTo(command, sequence, isTooLate ? commandStatus.ESME_RCANCELFAIL : statusOfRefusal(refusal));
}
