// What alerts are called, and what they mean. The server may know kinds and providers that these pages do not.
import type { TextId } from '../../text/catalogue.ts';
import type { Text } from '../../text/useText.ts';

const KINDS = {
  FORGED: ['staff.alert.FORGED', 'staff.alert.FORGED.text'],
  OLD: ['staff.alert.OLD', 'staff.alert.OLD.text'],
  TOO_LARGE: ['staff.alert.TOO_LARGE', 'staff.alert.TOO_LARGE.text'],
  UNREADABLE: ['staff.alert.UNREADABLE', 'staff.alert.UNREADABLE.text'],
  UNKNOWN: ['staff.alert.UNKNOWN', 'staff.alert.UNKNOWN.text'],
  OTHER_PROVIDER: ['staff.alert.OTHER_PROVIDER', 'staff.alert.OTHER_PROVIDER.text'],
  OTHER_AMOUNT: ['staff.alert.OTHER_AMOUNT', 'staff.alert.OTHER_AMOUNT.text'],
  CHARGED_BACK: ['staff.alert.CHARGED_BACK', 'staff.alert.CHARGED_BACK.text'],
  REFUND_UNKNOWN: ['staff.alert.REFUND_UNKNOWN', 'staff.alert.REFUND_UNKNOWN.text'],
} as const satisfies Record<string, readonly [TextId, TextId]>;

/** The title and the text of a kind; nothing for one that is not known. */
export const alertWords = (kind: string): readonly [TextId, TextId] | readonly [] =>
  kind in KINDS ? KINDS[kind as keyof typeof KINDS] : [];

const PROVIDERS = ['STRIPE', 'PAYHERE', 'BANK', 'PRACTICE'] as const;

export function providerWords(provider: string, t: Text): string {
  const known = PROVIDERS.find((one) => one === provider);
  return known ? t(`staff.provider.${known}`) : provider;
}
