// The local time in the country of a number, whether quiet hours apply there, and until when a message is
// held.

import { addDays } from '../ranges.ts';
import { resolveLocal, zonedTime } from '../timezones.ts';
import { DAY_MINUTES, MIN_OPEN_MINUTES, minutesOf, type QuietHours } from './quietHours.ts';

const MINUTE_MS = 60_000;

/** Countries (ISO 3166 alpha-2) whose clocks all show the same, by a zone that shows it. */
const ONE_CLOCK: Record<string, string> = {
  'Pacific/Pago_Pago': 'AS NU',
  'Pacific/Rarotonga': 'CK',
  'America/Costa_Rica': 'BZ CR GT HN NI SV',
  'America/Guayaquil': 'EC',
  'America/Lima': 'CO JM KY PA PE',
  'America/New_York': 'BS HT TC',
  'America/Havana': 'CU',
  'America/Puerto_Rico': 'AG AI AW BB BL BO BQ CW DM DO GD GP GY KN LC MF MQ MS PR SX TT VC VE VG VI',
  'Atlantic/Bermuda': 'BM',
  'America/Cayenne': 'AR FK GF PY SR UY',
  'America/Miquelon': 'PM',
  'America/Nuuk': 'GL',
  'Atlantic/Cape_Verde': 'CV',
  'Africa/Abidjan': 'AC BF CI GH GM GN GW IS LR ML MR SH SL SN ST TA TG',
  'Africa/Casablanca': 'EH MA',
  'Europe/London': 'FO GB GG IE IM JE',
  'Africa/Lagos': 'AO BJ CF CG CM DZ GA GQ NE NG TD TN',
  'Europe/Berlin':
    'AD AL AT BA BE CH CZ DE DK FR GI HR HU IT LI LU MC ME MK MT NL NO PL RS SE SI SJ SK SM VA XK',
  'Africa/Johannesburg': 'BI BW LS LY MW MZ NA RW SD SS SZ ZA ZM ZW',
  'Africa/Cairo': 'EG',
  'Asia/Beirut': 'LB',
  'Asia/Gaza': 'PS',
  'Asia/Jerusalem': 'IL',
  'Europe/Chisinau': 'MD',
  'Europe/Helsinki': 'AX BG CY EE FI GR LT LV RO UA',
  'Asia/Riyadh': 'BH BY DJ ER ET IQ JO KE KM KW MG QA SA SO SY TR TZ UG YE YT',
  'Asia/Tehran': 'IR',
  'Asia/Dubai': 'AE AM AZ GE MU OM RE SC',
  'Asia/Kabul': 'AF',
  'Asia/Karachi': 'KZ MV PK TJ TM UZ',
  'Asia/Kolkata': 'IN LK',
  'Asia/Kathmandu': 'NP',
  'Asia/Dhaka': 'BD BT IO KG',
  'Asia/Yangon': 'CC MM',
  'Asia/Bangkok': 'CX KH LA TH VN',
  'Asia/Singapore': 'BN CN HK MO MY PH SG TW',
  'Asia/Tokyo': 'JP KP KR PW TL',
  'Pacific/Guam': 'GU MP',
  'Pacific/Guadalcanal': 'NC SB VU',
  'Pacific/Norfolk': 'NF',
  'Pacific/Auckland': 'NZ',
  'Pacific/Fiji': 'FJ MH NR TV WF',
  'Pacific/Tongatapu': 'TK TO WS',
};

/**
 * Countries whose clocks differ, each with the zone that most people live in first, and those that a
 * hundredth of them or more do. No mobile number tells in which it is.
 */
const SEVERAL_CLOCKS: Record<string, readonly string[]> = {
  AU: ['Australia/Sydney', 'Australia/Brisbane', 'Australia/Adelaide', 'Australia/Darwin', 'Australia/Perth'],
  BR: ['America/Sao_Paulo', 'America/Manaus'],
  CA: [
    'America/Toronto',
    'America/Vancouver',
    'America/Edmonton',
    'America/Winnipeg',
    'America/Halifax',
    'America/St_Johns',
  ],
  CD: ['Africa/Kinshasa', 'Africa/Lubumbashi'],
  CL: ['America/Santiago', 'America/Punta_Arenas'],
  ES: ['Europe/Madrid', 'Atlantic/Canary'],
  FM: ['Pacific/Chuuk', 'Pacific/Pohnpei'],
  ID: ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'],
  KI: ['Pacific/Tarawa', 'Pacific/Kiritimati'],
  MN: ['Asia/Ulaanbaatar', 'Asia/Hovd'],
  MX: ['America/Mexico_City', 'America/Tijuana', 'America/Hermosillo', 'America/Cancun'],
  PF: ['Pacific/Tahiti', 'Pacific/Marquesas'],
  PG: ['Pacific/Port_Moresby', 'Pacific/Bougainville'],
  PT: ['Europe/Lisbon', 'Atlantic/Azores'],
  RU: [
    'Europe/Moscow',
    'Europe/Samara',
    'Asia/Yekaterinburg',
    'Asia/Omsk',
    'Asia/Novosibirsk',
    'Asia/Irkutsk',
    'Asia/Yakutsk',
    'Asia/Vladivostok',
  ],
  US: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
};

const ZONES: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(ONE_CLOCK).flatMap(([zone, countries]) =>
    countries.split(' ').map((country) => [country, [zone]] as const),
  ),
  ...Object.entries(SEVERAL_CLOCKS),
]);

/**
 * The zones of a country, that of most people first; none for what is no country, such as satellite phones.
 */
export const zonesOfCountry = (country: string): readonly string[] => ZONES.get(country) ?? [];

/**
 * When a message to a country may go that would go at `at`: `at` itself outside of quiet hours, else their
 * end, at most a day later. Where clocks differ that is when they are over on all; or on those of most
 * people, if less than eight hours of a day were left. Hours that quietHoursProblem finds nothing wrong with.
 */
export function heldUntil(country: string, at: Date, hours: QuietHours): Date {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const key = `${country} ${minute} ${hours.from} ${hours.to}`;
  let until = heldCache.get(key);
  if (until === undefined) {
    until = endOf(country, at, hours);
    // Most messages of a minute are for a few countries: each is worked out once.
    if (heldCache.size >= MAX_CACHED) heldCache.clear();
    heldCache.set(key, until);
  }
  return until === null ? at : new Date(until);
}

const heldCache = new Map<string, number | null>();
const MAX_CACHED = 1_000;

/** The local time in a country during its quiet hours, and the end of those hours. */
export type Quiet = {
  /** HH:mm, on the clocks of most people if it is quiet there, else on those that show the end of it last. */
  clock: string;
  /** Only on other clocks of the country. */
  partly: boolean;
  until: Date;
  /** The same clocks then. */
  untilClock: string;
};

/** Whether it is quiet in a country at an instant, and how to say so; null where it is not. */
export function quietIn(country: string, at: Date, hours: QuietHours): Quiet | null {
  const zones = effectiveZones(zonesOfCountry(country), at, hours);
  const quiet = zones.filter((zone) => isQuiet(clockOf(zone, at), hours));
  const [first] = quiet;
  if (!first) return null;
  const until = heldUntil(country, at, hours);
  const last = quiet.find((one) => clockOf(one, until) === hours.to) ?? first;
  const zone = first === zones[0] ? first : last;
  return { clock: clockOf(zone, at), partly: zone !== zones[0], until, untilClock: clockOf(zone, until) };
}

/** HH:mm of the clocks of a zone. */
const clockOf = (zone: string, at: Date): string => zonedTime(at, zone).local.slice(11, 16);

function isQuiet(clock: string, { from, to }: QuietHours): boolean {
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}

// More than any country has zones: each step is the end of at least one zone's quiet hours.
const MAX_STEPS = 50;

/** The end of the quiet hours that an instant is in, in milliseconds; null where it is in none. */
function endOf(country: string, at: Date, hours: QuietHours): number | null {
  const zones = zonesOfCountry(country);
  let until = at;
  for (let step = 0; step < MAX_STEPS; step++) {
    const ends = effectiveZones(zones, until, hours).flatMap((zone) => endIn(zone, until, hours) ?? []);
    if (ends.length === 0) break;
    until = new Date(Math.max(...ends));
  }
  return until === at ? null : until.getTime();
}

/** The end of a zone's quiet hours, in milliseconds; null where it has none then. */
function endIn(zone: string, at: Date, hours: QuietHours): number | null {
  const { local } = zonedTime(at, zone);
  const clock = local.slice(11, 16);
  if (!isQuiet(clock, hours)) return null;
  const today = local.slice(0, 10);
  const day = clock < hours.to ? today : addDays(today, 1);
  const end = resolveLocal(`${day}T${hours.to}`, zone)!.instant.getTime();
  if (end > at.getTime()) return end;
  // Clocks went back, the end comes a second time.
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  return (minute + minutesOf(hours.to) - minutesOf(clock)) * MINUTE_MS;
}

const STEP_MINUTES = 15;

/** The zones whose clocks count: all, or the first where they leave too little of a day. */
function effectiveZones(zones: readonly string[], at: Date, hours: QuietHours): readonly string[] {
  if (zones.length < 2) return zones;
  const clocks = zones.map((zone) => minutesOf(clockOf(zone, at)));
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const isOpen = (minutes: number) =>
    from < to ? minutes < from || minutes >= to : minutes >= to && minutes < from;
  let open = 0;
  for (let later = 0; later < DAY_MINUTES; later += STEP_MINUTES) {
    if (clocks.every((minutes) => isOpen((minutes + later) % DAY_MINUTES))) open += STEP_MINUTES;
  }
  return open < MIN_OPEN_MINUTES ? zones.slice(0, 1) : zones;
}
