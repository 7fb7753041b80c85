// The version of the public API that a call gets.
//
// There is one version, so nothing is transformed yet. The routes always speak the newest one. When a change
// breaks programs, write one function here that turns the parsed body of a request of the version before into
// one of the new version, and one that turns an answer back; call them for the chosen version and older ones
// in the hooks preValidation and preSerialization of `requireKey`. Delete both at the sunset.
import { API_VERSIONS, type ApiVersion } from '@godwit/contract/apiChanges';
import { type Refusal, refuseField } from '../refusal.ts';

/**
 * Returns the version that the header of a call names, or else that of its key. The first version is that of
 * the live and the test key (`ofKey` null), and of a key whose version this process does not know. Refusal:
 * invalidArgument, if the header names no version.
 */
export function chooseVersion(
  named: string | undefined,
  ofKey: string | null,
  versions: readonly ApiVersion[] = API_VERSIONS,
): ApiVersion | Refusal {
  const wanted = named ?? ofKey;
  const found = versions.find(({ date }) => date === wanted);
  if (found) return found;
  if (named === undefined) return versions.at(-1)!;
  const dates = versions.map(({ date }) => date).join(', ');
  const text = `No version of the API has the date in Godwit-Version, so nothing was done. Use one of these or leave the header out: ${dates}`;
  return refuseField('invalidArgument', 'Godwit-Version', text);
}

/** The headers of an answer: of an old version also Deprecation (RFC 9745) and Sunset (RFC 8594). */
export function versionHeaders({ date, replaced }: ApiVersion): Record<string, string> {
  if (!replaced) return { 'godwit-version': date };
  return {
    'godwit-version': date,
    deprecation: `@${Date.parse(replaced.on) / 1000}`,
    sunset: new Date(replaced.sunset).toUTCString(),
  };
}
