// The hours of a day in which a carrier takes messages, such as `08:00-20:00 Asia/Colombo`.
import { z } from 'zod';

const MINUTE_MS = 60_000;
const SHAPE = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d) ([A-Za-z0-9_+/-]{1,64})$/;

/** Hours in a file. They may pass midnight, and begin and end at different minutes. */
export const hoursText = z
  .string()
  .refine((text) => parse(text) !== null, 'hours are as in 08:00-20:00 Asia/Colombo');

type Parsed = { from: number; to: number; clock: Intl.DateTimeFormat };

/** Minutes of the day, and the clock of the zone. Null if the text has another shape or an unknown zone. */
function parse(text: string): Parsed | null {
  const [, ...found] = SHAPE.exec(text) ?? [];
  const [fromHour, fromMinute, toHour, toMinute] = found.slice(0, 4).map(Number);
  const [from, to] = [fromHour! * 60 + fromMinute!, toHour! * 60 + toMinute!];
  if (found.length === 0 || from === to) return null;
  try {
    const shown = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return { from, to, clock: new Intl.DateTimeFormat('en', { ...shown, timeZone: found[4]! }) };
  } catch {
    return null;
  }
}

function minuteOfDay(clock: Intl.DateTimeFormat, atMs: number): number {
  const parts = clock.formatToParts(atMs);
  const number = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)!.value);
  return number('hour') * 60 + number('minute');
}

/**
 * Follows the hours of a carrier. `text` is null if it has none. The zone's clock is read again each minute,
 * so changes of the clock need no forecast. `onChange` runs when the hours begin or end.
 */
export function openHours(text: string | null, onChange: () => void, now: () => number = Date.now) {
  const parsed = text === null ? null : parse(text);
  if (!parsed) return { isOpen: () => true, words: () => null, close() {} };
  const { from, to, clock } = parsed;
  let [minute, isOpen] = [Number.NaN, true];
  let timer: NodeJS.Timeout | undefined;

  function read(): boolean {
    const current = Math.floor(now() / MINUTE_MS);
    if (current === minute) return isOpen;
    minute = current;
    const local = minuteOfDay(clock, now());
    isOpen = from < to ? local >= from && local < to : local >= from || local < to;
    return isOpen;
  }

  let known = read();
  function follow() {
    // A timer may fire up to a millisecond early.
    timer = setTimeout(
      () => {
        follow();
        if (known === read()) return;
        known = isOpen;
        onChange();
      },
      MINUTE_MS - (now() % MINUTE_MS) + 1,
    ).unref();
  }
  follow();
  return {
    isOpen: read,
    words: () => (read() ? null : `the carrier is closed at this hour: it takes messages ${text}`),
    close: () => clearTimeout(timer),
  };
}
