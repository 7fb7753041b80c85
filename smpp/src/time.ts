// The time format of SMPP 3.4 §7.1.1: sixteen characters, absolute (YYMMDDhhmmsstnn+) or relative to now (YYMMDDhhmmss000R).

const TIME = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d)(\d{2})([+\-R])$/;
const quarterHourMs = 15 * 60_000;

/** Reads schedule_delivery_time or validity_period: null for none (''), 'invalid' for what is no time. */
export function readTime(text: string, now: Date): Date | null | 'invalid' {
  if (text === '') return null;
  const match = TIME.exec(text);
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
  // Date.UTC carries what a month or a day does not have over into the next one.
  const isDate = local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59 || second > 59 || quarters > 48) return 'invalid';
  // nn is how far local time is ahead of UTC (+) or behind it (-).
  return new Date(local.getTime() - (match[9] === '+' ? quarters : -quarters) * quarterHourMs);
}

/** Writes an instant as an absolute time in UTC. */
export function formatTime(instant: Date): string {
  return `${instant.toISOString().slice(2, 19).replace(/[-T:]/g, '')}${Math.floor(instant.getUTCMilliseconds() / 100)}00+`;
}
