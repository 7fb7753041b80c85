// Checks the form of callback URLs, and that they are not our own. Their addresses are checked when they are
// called.
import { type Refusal, refuseField } from '../../refusal.ts';
import type { Settings } from '../../settings.ts';

const SCHEMES = new Set(['http:', 'https:']);
const OWN =
  'is an address of this service, which refuses its own calls: each message could cause the next. Nothing was saved, sent or charged. Give the URL of a program of yours.';

/**
 * The URL in a canonical spelling, by which calls are scheduled; null for none. Refusal for `field`:
 * invalidArgument.
 */
export function checkCallbackUrl(
  url: string | null | undefined,
  field: string,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string | null | Refusal {
  if (url === null || url === undefined || url === '') return null;
  const parsed = URL.parse(url);
  if (parsed?.origin === publicUrl.origin) return refuseField('invalidArgument', field, `${field} ${OWN}`);
  if (parsed && SCHEMES.has(parsed.protocol) && !parsed.username && !parsed.password)
    // All spellings of one host must become the same.
    return url.toLowerCase().startsWith(`${parsed.origin}/`) ? url : parsed.href;
  const description = `${field} must be an http or https URL without a user name, such as https://example.com/status.`;
  return refuseField('invalidArgument', field, description);
}
