// Optional parameters of SMPP (TLVs) that customers send with messages. From accept to the carrier they are
// octets as in the protocol: tag, length, value.
import { isListed, type ListedTlv } from '@godwit/contract/tlvs';
import { type RawTlv, readTlvs, tlvsSize, writeTlvs } from '@godwit/smpp/codec/tlv';

/** Packs parameters; null for none. */
export function packTlvs(others: readonly RawTlv[]): Buffer | null {
  if (others.length === 0) return null;
  const octets = Buffer.alloc(tlvsSize({ others }));
  writeTlvs(octets, 0, { others });
  return octets;
}

/** The parameters in packed octets. */
export const unpackTlvs = (octets: Buffer | null): readonly RawTlv[] =>
  octets === null ? [] : (readTlvs(octets, 0, octets.length)?.others ?? []);

/** Whether a list has a parameter with its length. */
export const isTlvListed = (list: readonly ListedTlv[], { tag, value }: RawTlv): boolean =>
  isListed(list, { tag, octets: value.length });
