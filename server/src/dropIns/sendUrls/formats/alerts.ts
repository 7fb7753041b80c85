// Notifications of alerts, in the form that the webhooks of Alertmanager and Grafana share: one message for
// each notification, however many alerts it has.
import { countSegments, replaceForGsm, splitSegments } from '@godwit/contract/messages/segments';
import { z } from 'zod';
import { answerError } from '../../../http/errors.ts';
import { type Refusal, refuse } from '../../../refusal.ts';
import { fillIn } from '../fill.ts';
import type { CalledUrl } from '../queries.ts';
import { type Call, type Format, type Reading, toUnavailable } from './format.ts';

// Longer than the retries of a notification take, and shorter than the 5 minutes of the shortest usual
// repeat_interval, so that a repeated alert sends again.
const REPEATED_SECONDS = 240;
const MAX_SEGMENTS = 3;
const CUT = '...';
const AS_BILLED = { promotional: false };

const texts = z.record(z.string(), z.unknown()).catch({});
const notification = z.object({
  status: z.string().max(50),
  groupKey: z.string(),
  truncatedAlerts: z.number().catch(0),
  commonAnnotations: texts,
  alerts: z.array(
    z.object({
      ...{ status: z.string(), fingerprint: z.string(), startsAt: z.string() },
      ...{ labels: texts, annotations: texts },
    }),
  ),
});
type Notification = z.infer<typeof notification>;

const OTHER_FORM = refuse('invalidArgument', {
  description:
    'This is no notification of alerts, so nothing was sent. Leave the body of the webhook as it is by default.',
});
/** Reads a notification. */
export function readAlerts({ body }: Call, { body: template }: CalledUrl): Reading | Refusal {
  const { data } = notification.safeParse(body);
  if (!data) return OTHER_FORM;
  const { groupKey, status, alerts } = data;
  // An alert that ends and starts again has the same fingerprint, and is another alert.
  const those = alerts.map((alert) => `${alert.fingerprint} ${alert.status} ${alert.startsAt}`).sort();
  const text = shorten(mend(fillIn(template, fieldsOf(data), body)));
  return { same: JSON.stringify([groupKey, status, those]), seconds: REPEATED_SECONDS, to: null, text };
}

/** The named fields of the text. All others are those of the notification. */
function fieldsOf({ status, alerts, truncatedAlerts, commonAnnotations }: Notification) {
  const of = alerts.filter((alert) => alert.status === status);
  const [first] = of.length > 0 ? of : alerts;
  const names = new Set(alerts.map(({ labels }) => labels.alertname).filter(Boolean));
  const [name = 'Alert', ...others] = names;
  const count = of.length + truncatedAlerts;
  const said = { ...first?.annotations, ...commonAnnotations };
  return {
    status: status.toUpperCase(),
    name: others.length > 0 ? `${name} and ${others.length} more` : name,
    alerts: `${count} ${count === 1 ? 'alert' : 'alerts'}`,
    summary: said.summary || said.description || '',
  };
}

/** An alert is worth more than a broken character in it, for which other calls are refused. */
const mend = (text: string): string => text.toWellFormed().replaceAll('\0', '').replaceAll('\ufffd', '?');

/** Cuts a text after MAX_SEGMENTS. Typographic characters become plain ones if that leaves more room. */
function shorten(whole: string): string {
  const plain = replaceForGsm(whole);
  const text = countSegments(plain, AS_BILLED).encoding === 'GSM7' ? plain : whole;
  if (countSegments(text, AS_BILLED).segments <= MAX_SEGMENTS) return text;
  const kept = [...splitSegments(text, AS_BILLED).slice(0, MAX_SEGMENTS).join('')];
  return kept.slice(0, -CUT.length).join('') + CUT;
}

/** Answers 503 to what passes: neither program repeats a notification after a 4xx. */
export const answerLater: Format['answerError'] = (error, request, reply) =>
  answerError(toUnavailable(error, ['tooManyRequests', 'sendingPaused']), request, reply);

export const alertmanager: Format = {
  secretOf: () => null,
  verify: () => null,
  read: readAlerts,
  answer: (ids) => ({ ids }),
  answerError: answerLater,
};
