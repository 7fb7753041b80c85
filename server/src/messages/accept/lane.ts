// The lane of one-time codes. Dispatch picks its messages before others, and gives them at most half of a
// link while others wait.
import { type ContentClass, takesCodes } from '@godwit/contract/contentClass';
import { isCodeIn } from '@godwit/contract/messages/oneTimeCodes';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';

/** The lane of a message; none for most. */
export type Lane = 'otp' | null | undefined;

/** The most segments of a message in the lane, and how long it may wait for a carrier. */
export const CODE_LANE = { segments: 2, validityMs: 600_000 };

/** Quiet hours could hold a code until it has expired, and the opt-out line is not part of a hidden text. */
const NO_CODES = refuseField(
  'senderCapability',
  'from',
  'Only a transactional sender can send codes, so nothing was sent or charged. Use a transactional sender.',
);

type Code = { body: string; lane?: Lane; hidden?: Buffer | undefined; validityMs?: number | undefined };

/** Whether a message goes in the lane: of those that do not ask for it, the codes of Verify that fit. */
export const isInLane = (
  { lane, hidden, validityMs = Infinity }: Omit<Code, 'body'>,
  segments: number,
): boolean =>
  lane === 'otp' ||
  (hidden !== undefined && segments <= CODE_LANE.segments && validityMs <= CODE_LANE.validityMs);

/** Refuses a code that its sender or its lane does not take. Null for other messages. */
export function refuseCode(
  { body, lane, hidden, validityMs }: Code,
  { contentClass, segments }: { contentClass: ContentClass; segments: number },
): Refusal | null {
  if (!takesCodes(contentClass) && (lane || hidden)) return NO_CODES;
  if (!lane) return null;
  if (!isCodeIn(body)) return NO_CODE;
  if (segments > CODE_LANE.segments) {
    const description = `The lane otp takes at most ${CODE_LANE.segments} segments and this text needs ${segments}, so nothing was sent or charged. Shorten the text, or leave out lane.`;
    return refuse('bodyTooLong', { description, fields: { body: description } });
  }
  return validityMs !== undefined && validityMs > CODE_LANE.validityMs ? TOO_LONG : null;
}

/** A team that sends everything in the lane would have half of a link to itself. */
const NO_CODE = refuseField(
  'invalidArgument',
  'body',
  'The lane otp takes one-time codes only, and this text has no word for a code with four to eight digits, so nothing was sent or charged. Write both, or leave out lane.',
);
const TOO_LONG = refuseField(
  'invalidArgument',
  'validity_s',
  `A message in the lane otp waits at most ${CODE_LANE.validityMs / 1_000} seconds, so nothing was sent or charged. Give a validity_s up to that, or leave out lane.`,
);
