// Delivery reports as smsbox makes them: a GET of the dlr-url, with its %-codes filled in.
import type { CallFormat } from '../../callbacks/delivery/deliver.ts';

type Callback = Parameters<CallFormat['build']>[0];

/** The name of the format, as messages store it. */
export const KANNEL_FORMAT = 'kannel';

/** The events of dlr-mask, and the final answer of the SMSC (%A) for each. */
const EVENTS = {
  delivered: { bit: 1, reply: 'DELIVRD' },
  failed: { bit: 2, reply: 'UNDELIV' },
  taken: { bit: 8, reply: 'ACK/' },
  refused: { bit: 16, reply: 'NACK/' },
};

/** Writes the call of a report; null if the mask does not ask for the event. */
function build(callback: Callback): ReturnType<CallFormat['build']> {
  const { mask = 0 } = callback.format!.options;
  const event = eventOf(callback);
  if ((Number(mask) & event.bit) === 0) return null;
  const values = valuesOf(callback, event);
  const url = callback.url.replace(/%([a-zA-Z%])/g, (code, name: string) => values[name] ?? code);
  return { method: 'GET', url, headers: {} };
}

export const kannelReport: CallFormat = { build };

function eventOf({ status, sentAt }: Callback) {
  if (status === 'SENT') return EVENTS.taken;
  if (status === 'DELIVERED') return EVENTS.delivered;
  return sentAt ? EVENTS.failed : EVENTS.refused;
}

function valuesOf(callback: Callback, { bit, reply }: { bit: number; reply: string }) {
  const { recipient, sender, messageId, projectId, clientReference, failure } = callback;
  const at = momentOf(callback);
  const to = encode(`${callback.format!.options.prefix}${recipient.slice(1)}`);
  const answer = encode(bit === EVENTS.refused.bit ? `${reply}${failure ?? ''}` : reply);
  const values: Record<string, string> = {
    '%': '%',
    d: String(bit),
    // smsbox swaps them in reports: %p is who the message went to.
    ...{ p: to, q: to, P: encode(sender), Q: encode(sender) },
    t: at.toISOString().slice(0, 19).replace('T', '+'),
    T: String(Math.floor(at.getTime() / 1000)),
    ...{ F: messageId, I: messageId },
    ...{ A: answer, a: answer, b: answer, k: answer },
    n: projectId,
    o: encode(clientReference ?? ''),
  };
  return values;
}

function momentOf({ status, acceptedAt, sentAt, deliveredAt, failedAt }: Callback): Date {
  const ended = status === 'SENT' ? null : (deliveredAt ?? failedAt);
  return ended ?? sentAt ?? acceptedAt;
}

const encode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');
