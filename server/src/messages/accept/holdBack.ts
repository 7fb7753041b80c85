// Holds messages back until the end of quiet hours.
import { type ContentClass, keepsQuietHours } from '@godwit/contract/contentClass';
import { heldUntil } from '@godwit/contract/numbers/countryClocks';
import type { RuleTable } from '@godwit/contract/rules/table';
import type { SendingProfile } from './sendingProfile.ts';

/**
 * The time of a message: the end of the recipient's quiet hours if its class keeps them and it would fall
 * within them, else the requested time.
 */
export function holdBack(
  { quietHours }: Pick<SendingProfile, 'quietHours'>,
  { contentClass, country }: { contentClass: ContentClass; country: string | null },
  sendAt: Date | null,
  { now, countries }: { now: Date; countries: RuleTable },
): Date | null {
  if (!quietHours || country === null || !keepsQuietHours(contentClass, countries.of(country))) return sendAt;
  const due = sendAt ?? now;
  const until = heldUntil(country, due, quietHours);
  return until > due ? until : sendAt;
}
