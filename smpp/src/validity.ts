// How long a carrier may try to deliver a message, as SMPP writes times (3.4 §7.1.1): 16 characters, YYMMDDhhmmss and what they mean.

/** `relative`: from when the carrier has it; `absolute`: until an instant in UTC; `none`: as long as the carrier does by itself. */
export type ValidityForm = 'relative' | 'absolute' | 'none';

/** Some carriers refuse less. */
const LEAST_SECONDS = 60;
// Months and years are of different lengths, so that days are the largest unit that says what it means; there are two digits.
const MOST_SECONDS = 30 * 86_400;

/** The validity_period of a message that may take `seconds` from now; '' for none. */
export function validityPeriod(form: ValidityForm, seconds: number, now = new Date()): string {
  const left = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, Math.ceil(seconds)));
  if (form === 'relative') {
    const pair = (count: number) => String(count).padStart(2, '0');
    const [days, hours, minutes] = [left / 86_400, (left % 86_400) / 3600, (left % 3600) / 60].map(
      Math.floor,
    );
    return `0000${pair(days!)}${pair(hours!)}${pair(minutes!)}${pair(left % 60)}000R`;
  }
  if (form === 'none') return '';
  const until = new Date(now.getTime() + left * 1000).toISOString();
  return `${until.replace(/\D/g, '').slice(2, 14)}000+`;
}
