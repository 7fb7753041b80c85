// An authenticator app, for tests of the server and in a browser.
import { TOTP } from 'otpauth';

/** The six digits of a base32 secret at an instant. */
export function totpCode(secret: string, atMs: number): string {
  return new TOTP({ secret }).generate({ timestamp: atMs });
}
