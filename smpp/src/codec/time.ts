// SMPP times (3.4 §7.1.1): 16 characters, absolute (YYMMDDhhmmsstnn+) or relative (YYMMDDhhmmss000R), and the
// validity_period of a message.

const timePattern = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d)(\d{2})([+\-R])$/;
const quarterHourMs = 15 * 60_000;

/**
 * Parses schedule_delivery_time or validity_period. Returns null if it is empty, 'invalid' if it is
 * malformed.
 */
export function readTime(text: string, now: Date): Date | null | 'invalid' {
  if (text === '') return null;
  const match = timePattern.exec(text);
  if (match === null) return 'invalid';
  const [year, month, day, hour, minute, second, tenth, quarters] = match.slice(1, 9).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (match[9] === 'R') {
    const then = new Date(now);
    then.setUTCFullYear(now.getUTCFullYear() + year, now.getUTCMonth() + month, now.getUTCDate() + day);
    return new Date(then.getTime() + ((hour * 60 + minute) * 60 + second) * 1000);
  }
  const local = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second, tenth * 100));
  // Date.UTC carries a month or day out of range over into the next one.
  const isDate = local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59 || second > 59 || quarters > 48) return 'invalid';
  // nn is how far local time is ahead of UTC (+) or behind it (-), in quarters of an hour.
  return new Date(local.getTime() - (match[9] === '+' ? quarters : -quarters) * quarterHourMs);
}

/** Formats an instant as an absolute time in UTC. */
export function formatTime(instant: Date): string {
  return `${instant.toISOString().slice(2, 19).replace(/[-T:]/g, '')}${Math.floor(instant.getUTCMilliseconds() / 100)}00+`;
}

/**
 * `relative`: counted from submission; `absolute`: until an instant in UTC; `none`: the carrier's default.
 */
type ValidityForm = 'relative' | 'absolute' | 'none';

/** Some carriers refuse less. */
const minSeconds = 60;
// Days are the largest unit of a fixed length, since months and years vary.
const maxSeconds = 30 * 86_400;

/**
 * Formats the validity_period of a message that may take `seconds` from now, limited to 1 minute to 30 days.
 * '' for the form `none`.
 */
export function validityPeriod(form: ValidityForm, seconds: number, now = new Date()): string {
  const left = Math.min(maxSeconds, Math.max(minSeconds, Math.ceil(seconds)));
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
