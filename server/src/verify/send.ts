// Starts verifications and sends their codes. A verification and its message are stored in one transaction.
import {
  CODE_PLACE,
  type StartVerificationRequest,
  VERIFY_LIMITS,
  VERIFY_TEXTS,
} from '@godwit/contract/publicApi/verify';
import type { Pool, PoolClient } from 'pg';
import { newId } from '../ids.ts';
import type { Accept } from '../messages/accept/accept.ts';
import { acceptAll } from '../messages/accept/acceptAll.ts';
import { hideText } from '../messages/accept/hiddenText.ts';
import { parseRecipient, type Recipient } from '../phoneNumbers.ts';
import type { KeyCap } from '../projects/keyLimits.ts';
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import { codeOf, fillCode, hashOwnCode, isCode, newSalt } from './codes.ts';
import { numberKeysOf } from './find.ts';
import { guard, guardAgain, noteBlocked, prefixesOf } from './guard.ts';
import { countCode, findProfile, type ProfileRow } from './profileQueries.ts';
import {
  countSend,
  countStarts,
  findLast,
  findVerification,
  insertVerification,
  type NewVerification,
  type Place,
  type VerificationRow,
} from './queries.ts';
import { endedRefusal } from './refusals.ts';

/** The parts of the service that send codes. */
export type Verifier = { pool: Pool; secrets: Secrets; accept: Pick<Accept, 'batch'> };

/** A project and mode, and the daily cap of the key that asks. */
export type Asking = Place & { cap: KeyCap | null };

/** A verification to start, the number it is for, and its profile. */
type Wanted = { asked: StartVerificationRequest; recipient: Recipient; profile: ProfileRow | null };

/** A message may wait as long as its code is valid, but not less than this. */
const LEAST_VALIDITY_S = 30;
/** How often a start looks again after another start, check or cancel changed the verification. */
const TRIES = 5;

const BLOCKED_IN_TEST = refuse('verificationBlocked');
const BUSY = refuse('unavailable', {
  description: 'Other calls about this number are in progress, so nothing was sent. Try again shortly.',
  retryAfterSeconds: 1,
});

/**
 * Sends a new code, or the pending one again if that is due. `isSent` is false if it is not due. The fields
 * of the profile are in `asked`, its limits are not.
 * Refusals: as of a message, verificationSends, and conflict if another code is pending than `asked` has.
 */
export async function startVerification(
  verifier: Verifier,
  asking: Asking,
  asked: StartVerificationRequest,
  profile: ProfileRow | null = null,
): Promise<{ row: VerificationRow; isSent: boolean } | Refusal> {
  const recipient = parseRecipient(asked.to);
  if (isRefusal(recipient)) return recipient;
  const countries = profile?.settings.countries ?? null;
  if (countries !== null && !countries.includes(recipient.country ?? '')) return OTHER_COUNTRY;
  if (asking.mode === 'TEST' && recipient.e164.endsWith(TEST_BLOCKED)) return BLOCKED_IN_TEST;
  const numberKeys = numberKeysOf(verifier.secrets, recipient.e164, profile?.id);
  for (let left = TRIES; left > 0; left--) {
    const last = await findLast(verifier.pool, { ...asking, numberKeys });
    const pending = last?.state === 'PENDING' ? last : null;
    if (pending && !isAskedAgain(verifier, pending, asked.code ?? null)) return OTHER_CODE;
    if (pending && !pending.mayResend) return { row: pending, isSent: false };
    if (pending && pending.sends >= pending.maxSends) return tooOften(pending);
    const isSent = pending
      ? await sendAgain(verifier, asking, pending, asked.code)
      : await sendFirst(verifier, asking, { asked, recipient, profile }, numberKeys);
    const row = isSent && (await findLast(verifier.pool, { ...asking, numberKeys }));
    if (row) return { row, isSent };
  }
  return BUSY;
}

/**
 * Sends the code of a pending verification again. Refusals: verificationSends, if that is too early or too
 * often; verificationEnded; as of a message.
 */
export async function resendVerification(
  verifier: Verifier,
  asking: Asking,
  row: VerificationRow,
): Promise<VerificationRow | Refusal> {
  if (row.state !== 'PENDING') return endedRefusal(row.state);
  if (row.ownCode !== null) return CODE_UNKNOWN;
  if (row.sends >= row.maxSends) return tooOften(row);
  if (!row.mayResend) return tooEarly(row.resendAt);
  if (!(await sendAgain(verifier, asking, row))) return BUSY;
  return (await findVerification(verifier.pool, { ...asking, id: row.id }))!;
}

/** Whether a start asks for the code of a pending verification: the same own one, or none for both. */
function isAskedAgain({ secrets }: Verifier, pending: VerificationRow, code: string | null): boolean {
  if (pending.ownCode === null || code === null) return pending.ownCode === null && code === null;
  return isCode(secrets, { ...pending, recipient: '' }, code);
}

const OTHER_CODE = refuse('conflict', {
  description:
    'A verification of this number with another code is pending, so nothing was sent or charged. Start it as before (with the same `code`, or without one), cancel it, or wait until it expires.',
});
const CODE_UNKNOWN = refuse('conflict', {
  description:
    'Your own code is not stored, so it was not sent again and nothing was charged. Start the verification again with the same code.',
});
const OTHER_COUNTRY = refuse('countryBlocked', {
  description:
    'The profile sends no codes to the country of this number, so nothing was sent or charged. Add the country to its `countries`, or use another profile.',
});
const tooOften = ({ maxSends }: Pick<VerificationRow, 'maxSends'>) =>
  refuse('verificationSends', {
    description: `This code was sent ${maxSends} times, so it was not sent again and nothing was charged. Start a new verification after it has expired.`,
  });
const capReached = (retryAfterSeconds: number) =>
  refuse('verificationSends', {
    description:
      'The profile has sent as many codes today as its `daily_cap` allows, so nothing was sent or charged. Raise it, or wait until the next day in UTC.',
    retryAfterSeconds,
  });

const tooEarly = (resendAt: Date) =>
  refuse('verificationSends', {
    description:
      'The code was sent a moment ago, so it was not sent again and nothing was charged. Wait as Retry-After says.',
    retryAfterSeconds: Math.max(1, Math.ceil((resendAt.getTime() - Date.now()) / 1_000)),
  });

function newVerification(
  { secrets }: Verifier,
  { teamId, projectId, mode }: Place,
  { asked, recipient: { e164, dialCode }, profile }: Wanted,
): Omit<NewVerification, 'messageId' | 'numberKey'> {
  const { from, body, locale, code = null, code_length, expires_in_s, end_user_ip } = asked;
  const [id, salt] = [newId(), newSalt()];
  const isExpiring = mode === 'TEST' && e164.endsWith(TEST_EXPIRES);
  return {
    ...{ teamId, projectId, mode, id, salt, recipient: e164, sender: from },
    ...prefixesOf(e164, dialCode),
    body: body ?? VERIFY_TEXTS[locale ?? 'en'],
    ownCode: code === null ? null : hashOwnCode(secrets, { id, salt }, code),
    codeLength: code?.length ?? code_length ?? VERIFY_LIMITS.codeLength.usual,
    lifetimeS: isExpiring ? 0 : (expires_in_s ?? VERIFY_LIMITS.lifetimeS.usual),
    endUserIp: end_user_ip ?? null,
    ...{ profileId: profile?.id ?? null, maxChecks: profile?.settings.max_checks ?? null },
    maxSends: profile?.settings.max_sends ?? null,
    resendAfterS: profile?.settings.resend_after_s ?? null,
  };
}

/** TEST numbers that end so get a code that has expired, or are blocked by the guard. */
const TEST_EXPIRES = '0011';
const TEST_BLOCKED = '0012';

/** Stores and sends a new verification; false if one is pending. Throws the refusals. */
async function sendFirst(
  verifier: Verifier,
  asking: Asking,
  wanted: Wanted,
  numberKeys: readonly Buffer[],
): Promise<boolean> {
  const fresh = newVerification(verifier, asking, wanted);
  const code = wanted.asked.code ?? codeOf(verifier.secrets, fresh);
  const maxPrice = wanted.profile?.settings.max_price ?? null;
  const message = { ...fresh, validForS: fresh.lifetimeS, code, maxPrice };
  const [lockKey] = numberKeysOf(verifier.secrets, fresh.recipient);
  const sending = sendCode(verifier, asking, message, async (client, messageId) => {
    const row = { ...fresh, messageId, numberKey: numberKeys[0]! };
    const { ofNumber, ofAddress } = await countStarts(client, row, lockKey!);
    if (ofNumber >= VERIFY_LIMITS.startsPerNumber) throw new RefusalError(MANY_FOR_NUMBER);
    if (ofAddress >= VERIFY_LIMITS.startsPerAddress) throw new RefusalError(MANY_FOR_ADDRESS);
    if (!(await insertVerification(client, row, numberKeys))) return false;
    await guard(client, row);
    await countOfProfile(client, row);
    return true;
  });
  return sending.catch(async (error: unknown) => {
    throw await noteBlocked(verifier.pool, fresh, error);
  });
}

const MANY_FOR_NUMBER = refuse('verificationSends', {
  description: `This number was sent ${VERIFY_LIMITS.startsPerNumber} codes within ten minutes, so no other was sent and nothing was charged. Wait some minutes.`,
  retryAfterSeconds: VERIFY_LIMITS.numberWindowS / VERIFY_LIMITS.startsPerNumber,
});
const MANY_FOR_ADDRESS = refuse('verificationSends', {
  description: `This end_user_ip asked for ${VERIFY_LIMITS.startsPerAddress} codes within an hour, so no other was sent and nothing was charged. Wait some minutes.`,
  retryAfterSeconds: 3_600 / VERIFY_LIMITS.startsPerAddress,
});

/** Sends a pending code again; false if the verification has changed since it was read. */
async function sendAgain(
  verifier: Verifier,
  asking: Asking,
  row: VerificationRow,
  ownCode?: string | null,
): Promise<boolean> {
  // A pending verification has its number and text.
  const known = { ...row, recipient: row.recipient!, body: row.body! };
  const { e164, dialCode } = orThrow(parseRecipient(known.recipient));
  const guarded = { ...known, ...prefixesOf(e164, dialCode) };
  const profile =
    row.profileId === null ? undefined : await findProfile(verifier.pool, asking, row.profileId);
  const maxPrice = profile?.settings.max_price ?? null;
  const message = { ...known, code: ownCode ?? codeOf(verifier.secrets, known), maxPrice };
  // The verification first, then the counts of its prefix, like a check: in the other order both could wait
  // for each other.
  return sendCode(verifier, asking, message, async (client, messageId) => {
    if (!(await countSend(client, { ...row, messageId }))) return false;
    await guardAgain(client, guarded);
    await countOfProfile(client, row);
    return true;
  }).catch(async (error: unknown) => {
    throw await noteBlocked(verifier.pool, guarded, error);
  });
}

/** Counts a message for the daily cap of its profile, and throws the refusal above it. */
async function countOfProfile(
  client: PoolClient,
  { teamId, mode, profileId }: Pick<NewVerification, 'teamId' | 'mode' | 'profileId'>,
): Promise<void> {
  const untilS = profileId === null ? null : await countCode(client, { teamId, mode, profileId });
  if (untilS !== null) throw new RefusalError(capReached(untilS));
}

type Sent = Pick<NewVerification, 'mode' | 'sender' | 'recipient' | 'body'> & {
  validForS: number;
  code: string;
  /** The highest price of the message; null without one. */
  maxPrice: number | null;
};

/** Accepts the message with a code, if `store` does not cancel it. Throws the refusals of accept. */
async function sendCode(
  { accept, secrets }: Verifier,
  { teamId, projectId, cap }: Asking,
  sent: Sent,
  store: (client: PoolClient, messageId: string) => Promise<boolean>,
): Promise<boolean> {
  const { text, shown } = fillCode(sent.body, CODE_PLACE, sent.code);
  const submission = {
    ...{ projectId, cap, mode: sent.mode, platform: 'API' as const },
    ...{ to: sent.recipient, from: sent.sender, body: shown, hidden: hideText(secrets, text) },
    ...(sent.maxPrice !== null && { maxPrice: exactly(sent.maxPrice) }),
    validityMs: Math.round(Math.max(LEAST_VALIDITY_S, sent.validForS)) * 1_000,
  };
  const ids = await acceptAll(accept, teamId, [submission], (client, [messageId]) =>
    store(client, messageId!),
  );
  return ids !== null;
}

/** A small number is not written as 1e-7. */
const exactly = (price: number) => price.toFixed(6);
