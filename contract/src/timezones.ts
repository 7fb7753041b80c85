// The time zones a project can be in: IANA's names, as they stand in the list that screens choose from.

/** Ids of all known zones; UTC is not among Intl's own. */
export const TIMEZONES: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

const KNOWN = new Set(TIMEZONES);

/**
 * The id of the list that a zone goes by: itself, or what it is another name of (`Asia/Kolkata`, any letter case). Null for what
 * is no zone; offsets such as +05:30 are none, as they know no summer time.
 */
export function knownTimezone(typed: string): string | null {
  if (KNOWN.has(typed)) return typed;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions();
    return KNOWN.has(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}
