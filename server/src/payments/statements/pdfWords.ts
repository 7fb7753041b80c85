// The words of receipts and statements, in the reader's language.
import type { Language } from '@godwit/contract/languages';

export type PdfWords = {
  receipt(number: string): string;
  practiceReceipt: string;
  statement(month: string): string;
  taxNumber: string;
  billTo: string;
  payment: string;
  paid: string;
  method: string;
  card(last4: string | null): string;
  bank: string;
  practice: readonly [string, string];
  amount: string;
  tax(percentage: number, included: boolean): string;
  total: string;
  added: string;
  refunded: string;
  chargedBack: string;
  /** How the amounts of a receipt add up. */
  sumAdded: string;
  sumIncluded: string;
  /** How those of a statement do. */
  sumStatement: string;
  soFar: readonly [string, string];
  opening: string;
  topUps: string;
  charges: string;
  messageRefunds: string;
  adjustments: string;
  returned: string;
  closing: string;
  paymentLine(id: string, day: string): string;
};

export const PDF_WORDS: Record<Language, PdfWords> = {
  en: {
    receipt: (number) => `Receipt ${number}`,
    practiceReceipt: 'Receipt',
    statement: (month) => `Statement of ${month}`,
    taxNumber: 'Tax number',
    billTo: 'Billed to',
    payment: 'Payment',
    paid: 'Paid',
    method: 'Payment method',
    card: (last4) => (last4 === null ? 'Card' : `Card ending in ${last4}`),
    bank: 'Bank transfer',
    practice: ['Practice', 'No money has moved'],
    amount: 'Amount',
    tax: (percentage, included) =>
      `Government taxes and levies (${percentage} %, ${included ? 'included' : 'added'})`,
    total: 'Total paid',
    added: 'Added to the balance',
    refunded: 'Refunded',
    chargedBack: 'Charged back',
    sumAdded: 'The total paid is the amount plus taxes. The amount was added to the balance.',
    sumIncluded: 'The total paid includes taxes. All of it was added to the balance.',
    sumStatement:
      'The closing balance is the opening balance plus every line in between. Payments count with the amount that was added to the balance; their receipts show the taxes.',
    soFar: ['So far', 'The month is not over'],
    opening: 'Opening balance',
    topUps: 'Top-ups',
    charges: 'Charges',
    messageRefunds: 'Refunds of messages',
    adjustments: 'Adjustments',
    returned: 'Returned to payers',
    closing: 'Closing balance',
    paymentLine: (id, day) => `Payment ${id}, ${day}`,
  },
  si: {
    receipt: (number) => `රිසිට්පත ${number}`,
    practiceReceipt: 'රිසිට්පත',
    statement: (month) => `${month} ප්‍රකාශය`,
    taxNumber: 'බදු අංකය',
    billTo: 'ගෙවන්නා',
    payment: 'ගෙවීම',
    paid: 'ගෙවූ දිනය',
    method: 'ගෙවීමේ ක්‍රමය',
    card: (last4) => (last4 === null ? 'කාඩ්පත' : `${last4} න් අවසන් වන කාඩ්පත`),
    bank: 'බැංකු මාරුව',
    practice: ['පුහුණුව', 'මුදල් මාරු වී නැත'],
    amount: 'මුදල',
    tax: (percentage, included) => `රජයේ බදු සහ අයකිරීම් (${percentage} %, ${included ? 'ඇතුළත්' : 'එකතු කළ'})`,
    total: 'ගෙවූ මුළු මුදල',
    added: 'ශේෂයට එක් කළ මුදල',
    refunded: 'ආපසු ගෙවූ මුදල',
    chargedBack: 'බැංකුව ආපසු ගත් මුදල',
    sumAdded: 'ගෙවූ මුළු මුදල යනු මුදල සහ බදු ය. මුදල ශේෂයට එක් කරන ලදී.',
    sumIncluded: 'ගෙවූ මුළු මුදලට බදු ඇතුළත් ය. ඒ සියල්ල ශේෂයට එක් කරන ලදී.',
    sumStatement:
      'අවසන් ශේෂය යනු ආරම්භක ශේෂය සහ ඒ අතර ඇති සෑම පේළියකම එකතුවයි. ගෙවීම් ශේෂයට එක් කළ මුදලින් ගණන් ගැනේ; බදු ඒවායේ රිසිට්පත්වල ඇත.',
    soFar: ['මේ දක්වා', 'මාසය අවසන් නැත'],
    opening: 'ආරම්භක ශේෂය',
    topUps: 'ගෙවීම්',
    charges: 'ගාස්තු',
    messageRefunds: 'පණිවිඩ සඳහා ආපසු ගෙවීම්',
    adjustments: 'ගැලපීම්',
    returned: 'ගෙවූ අයට ආපසු දුන් මුදල',
    closing: 'අවසන් ශේෂය',
    paymentLine: (id, day) => `ගෙවීම ${id}, ${day}`,
  },
  ta: {
    receipt: (number) => `பற்றுச்சீட்டு ${number}`,
    practiceReceipt: 'பற்றுச்சீட்டு',
    statement: (month) => `${month} கணக்கு அறிக்கை`,
    taxNumber: 'வரி எண்',
    billTo: 'செலுத்துபவர்',
    payment: 'கட்டணம்',
    paid: 'செலுத்திய நாள்',
    method: 'செலுத்தும் முறை',
    card: (last4) => (last4 === null ? 'அட்டை' : `${last4} இல் முடியும் அட்டை`),
    bank: 'வங்கிப் பரிமாற்றம்',
    practice: ['பயிற்சி', 'பணம் எதுவும் மாற்றப்படவில்லை'],
    amount: 'தொகை',
    tax: (percentage, included) =>
      `அரசாங்க வரிகளும் தீர்வைகளும் (${percentage} %, ${included ? 'உள்ளடங்கியது' : 'சேர்க்கப்பட்டது'})`,
    total: 'செலுத்திய மொத்தம்',
    added: 'இருப்பில் சேர்க்கப்பட்டது',
    refunded: 'திருப்பித் தரப்பட்டது',
    chargedBack: 'வங்கி திரும்பப் பெற்றது',
    sumAdded: 'செலுத்திய மொத்தம் தொகையும் வரிகளும் ஆகும். தொகை இருப்பில் சேர்க்கப்பட்டது.',
    sumIncluded: 'செலுத்திய மொத்தத்தில் வரிகள் அடங்கும். அது முழுவதும் இருப்பில் சேர்க்கப்பட்டது.',
    sumStatement:
      'இறுதி இருப்பு என்பது தொடக்க இருப்பும் இடையில் உள்ள எல்லா வரிகளின் கூட்டுத்தொகையும் ஆகும். கட்டணங்கள் இருப்பில் சேர்க்கப்பட்ட தொகையாகக் கணக்கிடப்படும்; அவற்றின் வரிகள் பற்றுச்சீட்டுகளில் உள்ளன.',
    soFar: ['இதுவரை', 'மாதம் முடியவில்லை'],
    opening: 'தொடக்க இருப்பு',
    topUps: 'கட்டணங்கள்',
    charges: 'செலவுகள்',
    messageRefunds: 'செய்திகளுக்குத் திருப்பியவை',
    adjustments: 'சரிசெய்தல்கள்',
    returned: 'செலுத்தியவர்களுக்குத் திருப்பியவை',
    closing: 'இறுதி இருப்பு',
    paymentLine: (id, day) => `கட்டணம் ${id}, ${day}`,
  },
};
