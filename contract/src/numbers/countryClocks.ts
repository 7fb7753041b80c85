// Quiet hours by country: its local time, whether its hours are quiet, and when a held message may be sent.

import { addDays } from '../ranges.ts';
import { resolveLocal, zonedTime } from '../timezones.ts';
import { DAY_MINUTES, MIN_OPEN_MINUTES, minutesOf, type QuietHours } from './quietHours.ts';

const MINUTE_MS = 60_000;

/** Countries (ISO 3166 alpha-2) in one time zone, by a zone that shows their time. */
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
 * Countries in several time zones: first the zone of most people, then each with at least a hundredth of the
 * people. Mobile numbers do not reveal the zone.
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
 * Returns the zones of a country, that of most people first; none if it is not a country, as for satellite
 * phones.
 */
export const zonesOfCountry = (country: string): readonly string[] => ZONES.get(country) ?? [];

/**
 * Returns when a message that is due at `at` may be sent to a country: `at` itself outside quiet hours,
 * otherwise their end, at most a day later. If clocks differ, the hours must have ended on all of them; if
 * that would leave less than eight hours of a day, only the clocks of most people count. `hours` must be
 * valid by `quietHoursProblem`.
 */
export function heldUntil(country: string, at: Date, hours: QuietHours): Date {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const key = `${country} ${minute} ${hours.from} ${hours.to}`;
  let until = heldCache.get(key);
  if (until === undefined) {
    until = endOf(country, at, hours);
    // Most messages of a minute are for a few countries, so each is calculated once.
    if (heldCache.size >= MAX_CACHED) heldCache.clear();
    heldCache.set(key, until);
  }
  return until === null ? at : new Date(until);
}

const heldCache = new Map<string, number | null>();
const MAX_CACHED = 1_000;

/** The local time in a country during its quiet hours, and the end of those hours. */
export type Quiet = {
  /**
   * HH:mm: on the clocks of most people if it is quiet there, otherwise on those where quiet hours end last.
   */
  clock: string;
  /** It is quiet only on other clocks of the country. */
  partly: boolean;
  until: Date;
  /** `until` on the same clocks, HH:mm. */
  untilClock: string;
};

/** Returns the quiet hours that an instant is in; null if it is in none. */
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

/** Returns HH:mm in a zone. */
const clockOf = (zone: string, at: Date): string => zonedTime(at, zone).local.slice(11, 16);

function isQuiet(clock: string, { from, to }: QuietHours): boolean {
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}

// More than the zones of any country. Each step ends the quiet hours of at least one zone.
const MAX_STEPS = 50;

/** Returns the end of the quiet hours that an instant is in, in milliseconds; null if it is in none. */
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

/** Returns the end of the quiet hours in a zone, in milliseconds; null if it is not quiet there. */
function endIn(zone: string, at: Date, hours: QuietHours): number | null {
  const { local } = zonedTime(at, zone);
  const clock = local.slice(11, 16);
  if (!isQuiet(clock, hours)) return null;
  const today = local.slice(0, 10);
  const day = clock < hours.to ? today : addDays(today, 1);
  const end = resolveLocal(`${day}T${hours.to}`, zone)!.instant.getTime();
  if (end > at.getTime()) return end;
  // Clocks were set back, so the end comes a second time.
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  return (minute + minutesOf(hours.to) - minutesOf(clock)) * MINUTE_MS;
}

const STEP_MINUTES = 15;

/** Returns the zones whose clocks count: all, or only the first if all would leave too little of a day. */
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
