// The changes of the public API by date, and the versions that they make.

type ApiChange = {
  /** The day of the release, yyyy-MM-dd. */
  readonly date: string;
  /** One or two sentences for those who write programs. */
  readonly summary: string;
  /**
   * Set if a program may have to change: the date is then a version. `changes`: the intended changes, as
   * scripts/releasedApi.test.ts reports them. `sunset`: the day from which the previous version may be
   * removed.
   */
  readonly breaking?: { readonly changes: readonly string[]; readonly sunset: string };
};

/** A version. `replaced`: when a newer one came, and from when this one may be removed. */
export type ApiVersion = {
  readonly date: string;
  readonly replaced?: { readonly on: string; readonly sunset: string };
};

/** Newest first. The last one is the first version, which the database knows as the default of keys. */
export const API_CHANGES: readonly ApiChange[] = [{ date: '2026-11-29', summary: 'The first version.' }];

/** The versions that changes make, newest first: the first change and those that break something. */
export function versionsOf(changes: readonly ApiChange[]): ApiVersion[] {
  const versions = changes.filter(({ breaking }, i) => breaking || i === changes.length - 1);
  return versions.map(({ date }, i) => {
    const next = versions[i - 1];
    return next?.breaking ? { date, replaced: { on: next.date, sunset: next.breaking.sunset } } : { date };
  });
}

export const API_VERSIONS: readonly ApiVersion[] = versionsOf(API_CHANGES);
/** The version of new keys. */
export const API_VERSION: string = API_VERSIONS[0]!.date;
