// The optional parameters (TLVs) of a submit over an SMPP link: those of the link itself, and those of the
// message that the link lists.
import { type ListedTlv, readListedTlv } from '@godwit/contract/tlvs';
import type { RawTlv, Tlvs } from '@godwit/smpp/codec/tlv';
import { isTlvListed, unpackTlvs } from '../../messages/accept/tlvs.ts';
import type { SmppConfig } from './config.ts';

type Listing = Pick<SmppConfig, 'tlvs' | 'customer_tlvs' | 'isContract'>;

/**
 * Whether a link passes a customer's parameter on. The simulator passes all, so that customers can try them
 * in TEST. A parameter that the link adds to every message is the operator's.
 */
export const passesTlv = (config: Listing, tlv: RawTlv): boolean =>
  !config.isContract ||
  (isTlvListed(config.customer_tlvs.flatMap(listed), tlv) && !config.tlvs.some(({ tag }) => tag === tlv.tag));

const listed = (text: string): ListedTlv | readonly ListedTlv[] => readListedTlv(text) ?? [];

/**
 * The parameters of each part of a message. One that the link no longer lists is left out: its list was
 * changed after the message was accepted.
 */
export function extraTlvs(config: Listing, packed: Buffer | null): Pick<Tlvs, 'others'> {
  const own = config.tlvs.map(({ tag, hex }) => ({ tag, value: Buffer.from(hex, 'hex') }));
  const others = [...own, ...unpackTlvs(packed).filter((tlv) => passesTlv(config, tlv))];
  return others.length === 0 ? {} : { others };
}
