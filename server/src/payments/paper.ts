// Receipts and statements as PDF: A4 portrait, names on the left and amounts on the right.
import type { Statement } from '@godwit/contract/billing';
import type { Payment } from '@godwit/contract/payments';
import { localDay } from '@godwit/contract/timezones';
import PDFDocument from 'pdfkit';
import { printable } from '../http/exports.ts';

/** Days are those of `timezone`, as months are. */
type Team = { id: string; name: string; timezone: string };
/** Two texts, or null for a line across. */
type Row = readonly [string, string] | null;

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const ROW_HEIGHT = 20;
const INK = '#1a1f24';
const FAINT = '#5c6670';
const LINE = '#c9d0d6';

/** The receipt of a payment. */
export function receiptPdf(team: Team, payment: Payment): PDFKit.PDFDocument {
  const money = amountsIn(payment.currency);
  const tax = `${payment.tax_percentage} %, ${payment.tax_included ? 'included' : 'added'}`;
  const card = payment.card_last_4 === null ? 'Card' : `Card ending in ${payment.card_last_4}`;
  const went: Row[] = [
    ...(payment.refunded > 0 ? [['Refunded', money(payment.refunded)] as const] : []),
    ...(payment.charged_back > 0 ? [['Charged back', money(payment.charged_back)] as const] : []),
  ];
  return write('Receipt', team, [
    ['Payment', payment.id],
    ['Paid', paidOn(payment, team.timezone)],
    ['Payment method', payment.type === 'CARD' ? card : 'Bank transfer'],
    ...(payment.practice ? [['Practice', 'No money has moved'] as const] : []),
    null,
    ['Amount', money(payment.tax_included ? payment.amount - payment.tax : payment.amount)],
    [`Government taxes and levies (${tax})`, money(payment.tax)],
    null,
    ['Total paid', money(payment.total)],
    ['Added to the balance', money(payment.amount)],
    ...went,
  ]);
}

/** The statement of a month. */
export function statementPdf(team: Team, statement: Statement): PDFKit.PDFDocument {
  const money = amountsIn(statement.currency);
  return write(`Statement of ${statement.month}`, team, [
    ...(statement.complete ? [] : [['So far', 'The month is not over'] as const, null]),
    ['Opening balance', money(statement.opening)],
    ['Top-ups', money(statement.top_ups)],
    ['Charges', money(-statement.charges)],
    ['Refunds of messages', money(statement.refunds)],
    ['Adjustments', money(statement.adjustments)],
    ['Returned to payers', money(-statement.returned)],
    null,
    ['Closing balance', money(statement.closing)],
    ...(statement.payments.length > 0 ? [null] : []),
    ...statement.payments.map(
      (payment) =>
        [`Payment ${payment.id}, ${paidOn(payment, team.timezone)}`, money(payment.amount)] as const,
    ),
  ]);
}

/** The day of a payment in the time of its team's region. */
export const paidOn = (
  { settled_at, created_at }: Pick<Payment, 'settled_at' | 'created_at'>,
  timezone: string,
): string => localDay(new Date(settled_at ?? created_at), timezone);

/** As many decimals as there are, two at least. */
const amountsIn = (currency: string) => (amount: number) =>
  `${(amount === 0 ? 0 : amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })} ${currency}`;

function write(title: string, team: Team, rows: readonly Row[]): PDFKit.PDFDocument {
  const info = { Title: title, Creator: 'Godwit' };
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: 'en', displayTitle: true });
  doc.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(title, MARGIN, MARGIN);
  doc
    .font('Helvetica')
    .fontSize(11)
    .fillColor(FAINT)
    .text(printable(team.name) ?? team.id, { width: WIDTH });
  doc.fontSize(10).fillColor(INK);
  let y = doc.y + ROW_HEIGHT;
  for (const row of rows) {
    if (y > BOTTOM - ROW_HEIGHT) {
      doc.addPage();
      y = MARGIN;
    }
    if (row === null) {
      doc.moveTo(MARGIN, y + 4).lineTo(MARGIN + WIDTH, y + 4);
      doc.lineWidth(0.5).strokeColor(LINE).stroke();
      y += ROW_HEIGHT / 2;
      continue;
    }
    const [name, value] = row;
    doc.text(name, MARGIN, y, { lineBreak: false });
    doc.text(value, MARGIN + WIDTH - doc.widthOfString(value), y, { lineBreak: false });
    y += ROW_HEIGHT;
  }
  doc.end();
  return doc;
}
