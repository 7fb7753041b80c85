// The formats in which drop-in APIs have URLs of messages called, by name.
import type { CallFormat } from '../callbacks/delivery/deliver.ts';
import type { Accept } from '../messages/accept/accept.ts';
import type { Services } from '../services.ts';
import { KANNEL_FORMAT, kannelReport } from './kannel/report.ts';
import { openTwilioCallback, TWILIO_FORMAT } from './twilio/callback.ts';

/** Opens the formats of all drop-in APIs. `accept` takes the replies that an answer may have. */
export const callFormats = (
  services: Pick<Services, 'kysely' | 'pool' | 'secrets'>,
  accept: Accept,
): Readonly<Record<string, CallFormat>> => ({
  [KANNEL_FORMAT]: kannelReport,
  [TWILIO_FORMAT]: openTwilioCallback(services, accept),
});
