// Requests beside sending, such as one for receipts. They use the link's token, timeout and size limit, and
// one connection of their own, so they take none from messages.
import type { Ask } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import { understand } from './answer.ts';
import { openExchanger } from './exchange.ts';
import { withAuth } from './request.ts';
import type { Token } from './token.ts';

/** Opens the connection, which is made with the first request. */
export function openAsking({ profile, secrets }: HttpConfig, token: Token, answerMs: number) {
  const exchanger = openExchanger({ connections: 1, answerMs });
  const ask: Ask = async (template, values, { untilMs, signal }) => {
    const signedIn = await token.get();
    if (signedIn.token === null) return { kind: 'notWritten', why: signedIn.why };
    const request = withAuth(profile, template, { ...secrets, ...values, token: signedIn.token });
    const mayWrite = () => performance.now() < untilMs && !signal.aborted;
    const exchange = exchanger.send(request, { mayWrite });
    signal.addEventListener('abort', exchange.cut);
    const answer = await exchange.outcome.finally(() => signal.removeEventListener('abort', exchange.cut));
    if (answer.kind === 'noAnswer') exchange.cut();
    const isExpired =
      answer.kind === 'answered' && understand(profile, answer, values.ref ?? '').class === 'token';
    if (isExpired) token.drop(signedIn.token);
    return answer;
  };
  return { ask, close: exchanger.close };
}
