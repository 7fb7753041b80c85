// Reads a Message that Twilio's API creates.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Submission } from '../../messages/accept/draft.ts';
import { submissionOf } from '../../messages/publicRoutes.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { firstSender } from '../firstSender.ts';
import { TWILIO_FORMAT } from './callback.ts';
import { idOf } from './sids.ts';

type Key = { teamId: string; projectId: string; mode: Mode } & Pick<Submission, 'cap'>;
type Form = Readonly<Record<string, unknown>>;

/** The longest validity in seconds, as in our own API. */
const VALIDITY = { least: 30, most: 86_400 };
const FIELD_LIMIT = 2_048;

const wrong = (field: string, description: string) => refuseField('invalidArgument', field, description);

/** The submission of a form. Refusals: invalidArgument, invalidSender. */
export async function readMessage(
  services: Pick<Services, 'kysely' | 'countryRules'>,
  key: Key,
  form: Form,
): Promise<Submission | Refusal> {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : undefined);
  if (Object.keys(form).some((name) => /^MediaUrl/.test(name)))
    return wrong('MediaUrl', 'Media cannot be sent, so nothing was sent. Leave out MediaUrl.');
  const sender = await senderOf(services, key, text('From') ?? text('MessagingServiceSid') ?? '');
  if (typeof sender !== 'string') return sender;
  const [to, statusCallback, validity] = [text('To'), text('StatusCallback'), text('ValidityPeriod')];
  if (!to) return wrong('To', "A 'To' phone number is required.");
  if (statusCallback && statusCallback.length > FIELD_LIMIT)
    return wrong('StatusCallback', `StatusCallback has at most ${FIELD_LIMIT} characters.`);
  const scheduled = text('SendAt');
  if (scheduled !== undefined && text('ScheduleType') !== 'fixed')
    return wrong('ScheduleType', "ScheduleType must be 'fixed' with SendAt.");
  const seconds = validity === undefined ? undefined : Number(validity);
  if (seconds !== undefined && !(seconds >= 1 && seconds <= VALIDITY.most && Number.isInteger(seconds)))
    return wrong('ValidityPeriod', `ValidityPeriod must be a whole number up to ${VALIDITY.most}.`);
  const content = {
    ...{ to, from: sender, body: text('Body') ?? '', send_at: scheduled ?? null },
    status_callback: statusCallback,
    validity_s: seconds && Math.max(VALIDITY.least, seconds),
  };
  const submission = submissionOf({ ...key, platform: 'API' }, content, undefined);
  return { ...submission, callbackFormat: { format: TWILIO_FORMAT, options: {} } };
}

/** The sender: as it is given, or the oldest of the project for its messaging service. */
async function senderOf(
  services: Pick<Services, 'kysely' | 'countryRules'>,
  key: Key,
  given: string,
): Promise<string | Refusal> {
  if (!/^MG[0-9a-f]{32}$/.test(given)) return given;
  if (idOf('MG', given) !== key.projectId) return refuse('invalidSender');
  return (await firstSender(services, key)) ?? refuse('invalidSender');
}
