// The codes of verifications. None is stored: a code is derived from its verification and the secret of the
// installation. In TEST it is the last digits of the number, so that tests can know it.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Secrets } from '../secrets.ts';

const PURPOSE = 'verification code';
const SALT_BYTES = 16;

const OWN_PURPOSE = 'own verification code';

/** The facts that a code depends on. `ownCode`: the HMAC of a code that the caller chose, else null. */
export type CodeOf = {
  id: string;
  salt: Buffer;
  codeLength: number;
  mode: Mode;
  recipient: string;
  ownCode: Buffer | null;
};

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** The code of a verification whose caller chose none, as digits. */
export function codeOf(secrets: Pick<Secrets, 'hmac'>, of: Omit<CodeOf, 'ownCode'>): string {
  return of.mode === 'TEST' ? testCode(of) : digitsOf(secrets.hmac(PURPOSE, seedOf(of)), of);
}

/**
 * Whether a typed text is the code of a verification, also under a secret that is being replaced. Takes the
 * same time for every text.
 */
export function isCode(secrets: Pick<Secrets, 'hmacs'>, of: CodeOf, typed: string): boolean {
  const digits = typed.replaceAll(/[\s-]/g, '');
  const { ownCode } = of;
  if (ownCode !== null) {
    const hashes = secrets.hmacs(OWN_PURPOSE, ownSeed(of, digits));
    return hashes.map((hash) => timingSafeEqual(hash, ownCode)).includes(true);
  }
  const possible = secrets.hmacs(PURPOSE, seedOf(of)).map((hmac) => digitsOf(hmac, of));
  const codes = of.mode === 'TEST' ? [testCode(of)] : possible;
  // Every code is compared, because stopping at the first would show which one it was.
  return codes.map((code) => isSame(code, digits)).includes(true);
}

/** A code that the caller of a verification chose, as it is stored. */
export const hashOwnCode = (
  secrets: Pick<Secrets, 'hmac'>,
  of: Pick<CodeOf, 'id' | 'salt'>,
  code: string,
): Buffer => secrets.hmac(OWN_PURPOSE, ownSeed(of, code));

/** The text of a phone with the code, and the text that everybody else sees. */
export const fillCode = (body: string, place: string, code: string) => ({
  text: body.replace(place, () => code),
  shown: body.replace(place, () => '*'.repeat(code.length)),
});

const ownSeed = (of: Pick<CodeOf, 'id' | 'salt'>, code: string) =>
  Buffer.concat([seedOf(of), Buffer.from(code)]);
const seedOf = ({ id, salt }: Pick<CodeOf, 'id' | 'salt'>) => Buffer.concat([Buffer.from(id), salt]);

const testCode = ({ recipient, codeLength }: Pick<CodeOf, 'recipient' | 'codeLength'>) =>
  recipient.replace('+', '').slice(-codeLength).padStart(codeLength, '0');

/** Twelve of the 32 octets are more than 10¹⁸ times the number of codes, so all are as likely. */
function digitsOf(hmac: Buffer, { codeLength }: Pick<CodeOf, 'codeLength'>): string {
  const number = BigInt(`0x${hmac.toString('hex', 0, 12)}`);
  return String(number % 10n ** BigInt(codeLength)).padStart(codeLength, '0');
}

function isSame(code: string, typed: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.alloc(code.length)];
  b.write(typed);
  return timingSafeEqual(a, b) && typed.length === code.length;
}
