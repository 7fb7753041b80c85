import type { TextId } from '../../text/catalogue.ts';

const KINDS = {
  FORGED: ['staff.alert.FORGED', 'staff.alert.FORGED.text'],
  OLD: ['staff.alert.OLD', 'staff.alert.OLD.text'],
  TOO_LARGE: ['staff.alert.TOO_LARGE', 'staff.alert.TOO_LARGE.text'],
  UNREADABLE: ['staff.alert.UNREADABLE', 'staff.alert.UNREADABLE.text'],
  UNKNOWN: ['staff.alert.UNKNOWN', 'staff.alert.UNKNOWN.text'],
  OTHER_PROVIDER: ['staff.alert.OTHER_PROVIDER', 'staff.alert.OTHER_PROVIDER.text'],
  OTHER_AMOUNT: ['staff.alert.OTHER_AMOUNT', 'staff.alert.OTHER_AMOUNT.text'],
  CHARGED_BACK: ['staff.alert.CHARGED_BACK', 'staff.alert.CHARGED_BACK.text'],
  PAID_TWICE: ['staff.alert.PAID_TWICE', 'staff.alert.PAID_TWICE.text'],
  REFUND_UNKNOWN: ['staff.alert.REFUND_UNKNOWN', 'staff.alert.REFUND_UNKNOWN.text'],
} as const satisfies Record<string, readonly [TextId, TextId]>;

/** The title and the text of an alert, or nothing for an unknown kind. */
export const alertTexts = (kind: string): readonly [TextId, TextId] | readonly [] =>
  kind in KINDS ? KINDS[kind as keyof typeof KINDS] : [];
