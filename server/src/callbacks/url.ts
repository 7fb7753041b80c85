// Which URLs can be called: what may be asked for. Where a URL leads is only known when it is called.
import { type Refusal, refuseField } from '../refusal.ts';

const SCHEMES = new Set(['http:', 'https:']);

/** The URL in the one spelling that calls are shared out by; null for none. Refusal at `field`: invalidArgument. */
export function checkCallbackUrl(url: string | null | undefined, field: string): string | null | Refusal {
  if (url === null || url === undefined || url === '') return null;
  const parsed = URL.parse(url);
  if (parsed && SCHEMES.has(parsed.protocol) && !parsed.username && !parsed.password)
    // Every spelling of one host has to become the same.
    return url.toLowerCase().startsWith(`${parsed.origin}/`) ? url : parsed.href;
  const description = `${field} must be an http or https URL without a user name, such as https://example.com/status.`;
  return refuseField('invalidArgument', field, description);
}
