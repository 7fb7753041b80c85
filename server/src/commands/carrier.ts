// `godwit carrier try`: sends one message over an HTTP link, and shows what was written and understood.
import { randomUUID } from 'node:crypto';
import { registerFor, senderSeen } from '@godwit/contract/rules/table';
import { isHttp } from '../carriers/links/config.ts';
import { type Answer, understand, understandEach } from '../carriers/links/http/answer.ts';
import { type Exchanged, openExchanger } from '../carriers/links/http/exchange.ts';
import type { Profile } from '../carriers/links/http/profile.ts';
import { referenceOf } from '../carriers/links/http/reference.ts';
import { requestFor } from '../carriers/links/http/request.ts';
import type { HttpRequest } from '../carriers/links/http/template.ts';
import { openToken } from '../carriers/links/http/token.ts';
import { asWritten } from '../carriers/links/wireSender.ts';
import { findNetwork } from '../carriers/network/findNetwork.ts';
import { incomingUrl, receiptUrl } from '../carriers/receipts/push.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { isRefusal } from '../refusal.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

const ANSWER_MS = 10_000;
const VALID_S = 3_600;
const TEXT = 'This is a test of your carrier link.';
const HIDDEN = '(hidden)';
const NO_LINKS = 'There are no links to try: add them on the staff pages, or set CARRIERS_FILE.';
/** Headers that carry credentials, whatever the profile puts into them. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'x-api-key']);

/**
 * Sends one message from `sender` over a link, outside all accounts: no team is charged. Fails unless the
 * carrier took it. Secrets and tokens are not shown.
 */
export async function carrierTry(
  runtime: Runtime,
  [id, number, sender = 'Godwit']: string[],
): Promise<Report> {
  const network = await findNetwork(runtime, null);
  if (isRefusal(network)) throw new CommandError(network.description ?? NO_LINKS);
  const links = network.links.filter(isHttp);
  const link = links.find((one) => one.id === id);
  if (!link) {
    const names = links.map((one) => one.id).join(', ') || 'none';
    throw new CommandError(`The network has no HTTP link ${id ?? ''}. It has: ${names}.`);
  }
  const recipient = parseRecipient(number ?? '');
  if (isRefusal(recipient)) throw new CommandError('Give a phone number such as +94771234567.');
  const shown = senderOnPhone(runtime, sender, recipient.e164);
  const exchanger = openExchanger({ connections: 1, answerMs: ANSWER_MS });
  try {
    const signedIn = await openToken(link.profile, link.secrets, exchanger).get();
    if (signedIn.token === null)
      return { text: `Not sent: ${signedIn.why}.`, data: { sent: false, why: signedIn.why }, failed: true };
    const messageId = randomUUID();
    const ref = referenceOf(messageId);
    const message = asWritten({
      id: messageId,
      teamId: '',
      sender: shown,
      recipient: recipient.e164,
      body: TEXT,
      contentClass: 'TRANSACTIONAL' as const,
      validForS: VALID_S,
    });
    const callback = (its: string) => `${receiptUrl(runtime, link.id)}/${its}`;
    const request = requestFor(link, [{ message, ref }], { ref, callback, token: signedIn.token });
    const exchanged = await exchanger.send(request).outcome;
    const hide = hider([...Object.values(link.secrets), signedIn.token]);
    const answer =
      exchanged.kind === 'answered'
        ? understandEach(link.profile, exchanged, understand(link.profile, exchanged, ref), [
            { ref, recipient: recipient.e164 },
          ])[0]!
        : exchanged;
    const received =
      exchanged.kind === 'answered' ? `HTTP ${exchanged.status}\n${exchanged.body}` : exchanged.why;
    const data = { request: hide(written(request)), answer: hide(received), understood: answer };
    const isTaken = 'class' in answer && answer.class === 'ok';
    return {
      text: [
        ...['Request:', data.request, '', 'Answer:', data.answer, ''],
        `Result: ${hide(resultOf(link.profile, answer))}`,
        ...(link.profile.incoming
          ? ['', `Address for incoming messages: ${incomingUrl(runtime, link.id)}`]
          : []),
      ].join('\n'),
      data,
      ...(!isTaken && { failed: true }),
    };
  } finally {
    await exchanger.close();
  }
}

/**
 * The sender that the phone may show. The message is real, so the rules of LIVE hold. `sender` counts as a
 * name that no project has registered. Throws if the country's rules refuse such names.
 */
function senderOnPhone({ countryRules }: Runtime, sender: string, to: string): string {
  const register = registerFor(countryRules.now(), sender, to);
  const shown = senderSeen(register, { sender, mode: 'LIVE' }, { isRegistered: false });
  if (shown !== null) return shown;
  throw new CommandError(
    `Not sent: the rules of countries refuse names that are not registered in ${register!.country}, and the registrations of projects do not count here. Give one of your numbers as the sender.`,
  );
}

const REFUSALS: Record<Exclude<Answer['class'], 'ok'>, string> = {
  permanent: 'Refused for good. A message of a customer would fail and be refunded.',
  temporary: 'Not taken now. A message of a customer would wait and be tried again.',
  throttled: 'Not taken: too fast. The link would slow down, and the message would wait.',
  token: 'Not taken: the token is not accepted. The link would sign in again.',
  account:
    'Not taken: the carrier refuses the account. Check the secrets of the link; its messages would wait.',
  credit:
    'Not taken: the account has no credit. The messages of the link would wait until you pay the carrier.',
  closed: 'Not taken: the carrier is closed at this hour. The messages of the link would wait.',
  unknown:
    'Not understood: the profile has no rule for this answer. A message of a customer would be in doubt; correct `answer` or `codes` of the profile.',
};

/** Returns in a sentence what an answer means for a message. */
function resultOf({ meanings }: Profile, answer: Answer | Exclude<Exchanged, { kind: 'answered' }>): string {
  if (!('class' in answer)) {
    return answer.kind === 'notWritten'
      ? 'Not sent: the carrier cannot be reached, and no message was written.'
      : 'In doubt: the message was written, and no whole answer came. The phone may get it.';
  }
  if (answer.class === 'ok') {
    const ids = answer.ids.filter(Boolean);
    if (ids.length > 0) return `Taken by the carrier, under the id ${ids.join(', ')}.`;
    return 'Taken by the carrier, without an id: check `answer.id` of the profile. Receipts can be matched only if they name the number or our reference.';
  }
  const meaning = Object.hasOwn(meanings, answer.code) ? ` (${meanings[answer.code]})` : '';
  return `${REFUSALS[answer.class]} The carrier's code: ${answer.code}${meaning}.`;
}

function written({ method, url, headers, body }: HttpRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${SECRET_HEADERS.has(name) ? HIDDEN : value}`,
  );
  return [`${method} ${url.href}`, ...lines, ...(body === null ? [] : ['', body])].join('\n');
}

/** Replaces secrets, also as they are escaped in addresses, forms, JSON and base64. */
function hider(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      secret,
      ...[encodeURIComponent(secret), Buffer.from(secret).toString('base64')],
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
    ]);
  const longestFirst = [...new Set(forms)].toSorted((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((shown, form) => shown.replaceAll(form, HIDDEN), text);
}
