// Lists of optional parameters of SMPP (TLVs) that customers may send with a message: an account and the
// carrier's link each have one. A parameter is written as its tag and the length of its value, such as
// `0x1400:19` or `0x1400:1-30`.

/** A parameter that may be sent: its tag, and the shortest and longest length of its value in octets. */
export type ListedTlv = { tag: number; shortest: number; longest: number };

/** Limits of a list, and of the value of one parameter in octets. */
export const TLV_LIMITS = { listed: 10, octets: 255 } as const;

/**
 * Parameters that Godwit reads or writes itself: receipted_message_id, user_message_reference, sar_*,
 * network_error_code, message_payload, more_messages_to_send and message_state.
 */
const OWN_TAGS = new Set([0x001e, 0x0204, 0x020c, 0x020e, 0x020f, 0x0423, 0x0424, 0x0426, 0x0427]);

/** Reads one entry of a list; null if it is not one, or names a parameter of Godwit's own. */
export function readListedTlv(text: string): ListedTlv | null {
  const [, hex, from, to = from] = /^0x([0-9a-f]{1,4}):(\d{1,3})(?:-(\d{1,3}))?$/i.exec(text) ?? [];
  if (hex === undefined) return null;
  const [tag, shortest, longest] = [Number.parseInt(hex, 16), Number(from), Number(to)];
  return OWN_TAGS.has(tag) || shortest > longest || longest > TLV_LIMITS.octets
    ? null
    : { tag, shortest, longest };
}

/** Whether every entry of a list can be read, and no tag appears twice. */
export function isTlvList(texts: readonly string[]): boolean {
  const tags = texts.map((text) => readListedTlv(text)?.tag);
  return tags.every((tag) => tag !== undefined) && new Set(tags).size === tags.length;
}

/** Whether a list has a parameter with a value of this many octets. */
export const isListed = (
  list: readonly ListedTlv[],
  { tag, octets }: { tag: number; octets: number },
): boolean => list.some((one) => one.tag === tag && one.shortest <= octets && octets <= one.longest);
