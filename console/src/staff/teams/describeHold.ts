// Describes a hold. In a file of its own, so the inbox loads without the dialog that releases a hold.
import type { StaffHold } from '@godwit/contract/staff/teams';
import type { Translate } from '../../text/useText.ts';

/** The destination that is held with its `countries`, or the sign that was found in the texts. */
export function describeHold(
  t: Translate,
  { destination, reason }: StaffHold,
  countries: readonly string[],
): string {
  if (reason) return t(`staff.holds.text.${reason}`, { found: destination });
  return t('staff.holds.to', { code: destination, countries: countries.join(', ') });
}
