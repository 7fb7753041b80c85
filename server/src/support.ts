// The operator's support contacts, from the settings.
import type { Support } from '@godwit/contract/generic';
import type { Settings } from './settings.ts';

type Set = Pick<Settings, 'supportEmail' | 'supportPhone' | 'supportUrl'>;

/** The contacts that are set. */
export function supportOf({ supportEmail, supportPhone, supportUrl }: Set): Support {
  return { email: supportEmail, phone: supportPhone, url: supportUrl?.href ?? null };
}

/** The same in a line of text, `help@example.com, +94112300300`; null if nothing is set. */
export function supportLine(settings: Set): string | null {
  const { email, phone, url } = supportOf(settings);
  return [email, phone, url].filter((way) => way !== null).join(', ') || null;
}
