// One-time codes against the vectors of RFC 6238, and the ways a code must not count.
import { describe, expect, it } from 'vitest';
import { totpCode } from '../../test/totp.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, plainRecoveryCode, totpUri } from './codes.ts';

// The RFC's key '12345678901234567890' in base32; its vectors have eight digits, of which ours are the last
// six.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a one-time code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is that of RFC 6238, appendix B', (seconds, code) => {
    const atMs = seconds * 1000;
    expect(totpCode(SECRET, atMs)).toBe(code);
    expect(matchTotp(SECRET, code, { atMs, usedStep: null })).toBe(Math.floor(seconds / 30));
  });

  it('counts half a minute before and after, and no longer', () => {
    const secret = newTotpSecret();
    const atMs = 1_800_000_015_000;
    const matches = (offMs: number) =>
      matchTotp(secret, totpCode(secret, atMs + offMs), { atMs, usedStep: null }) !== null;
    expect([-30_000, 0, 30_000].map(matches)).toEqual([true, true, true]);
    expect([-90_000, 90_000].map(matches)).toEqual([false, false]);
  });

  it('counts once', () => {
    const atMs = 1_800_000_000_000;
    const code = totpCode(SECRET, atMs);
    const usedStep = matchTotp(SECRET, code, { atMs, usedStep: null });
    expect(usedStep).toBe(60_000_000);
    expect(matchTotp(SECRET, code, { atMs, usedStep })).toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('is never %j', (typed) => {
    expect(matchTotp(SECRET, typed, { atMs: 0, usedStep: null })).toBeNull();
  });

  it('goes into an app by an address that names the account', () => {
    expect(totpUri(SECRET, 'a+b@example.com')).toBe(
      `otpauth://totp/Godwit:a%2Bb%40example.com?issuer=Godwit&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

describe('recovery codes', () => {
  it('are ten that differ, read the same however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
      expect(plainRecoveryCode(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
    }
  });
});
