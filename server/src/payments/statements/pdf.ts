// Receipt and statement PDFs: A4 portrait, names on the left, amounts on the right.
import type { Language } from '@godwit/contract/languages';
import type { BillingDetails, Statement } from '@godwit/contract/payments/billing';
import type { Payment } from '@godwit/contract/payments/payments';
import { localDay } from '@godwit/contract/timezones';
import PDFDocument from 'pdfkit';
import { type Look, lineWidth, printable, wrapped, writeLine } from '../../http/pdfText.ts';
import type { Settings } from '../../settings.ts';
import { PDF_WORDS, type PdfWords } from './pdfWords.ts';

/**
 * The data on every PDF: days and months are those of `timezone`; `details` is null if only the team's name
 * is known of the buyer.
 */
export type Issue = {
  team: { id: string; name: string; timezone: string };
  details: BillingDetails | null;
  seller: Pick<Settings, 'sellerName' | 'sellerAddress' | 'sellerTaxNumber'>;
  language: Language;
};
/** Two texts, or null for a line across. */
type Row = readonly [string, string] | null;

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const ROW_HEIGHT = 20;
const LINE_SPACE = 1.4;
const INK = '#1a1f24';
const FAINT = '#5c6670';
const LINE = '#c9d0d6';

/** The receipt of a payment; `number` null for a practice payment. */
export function receiptPdf(issue: Issue, payment: Payment, number: bigint | null): PDFKit.PDFDocument {
  const words = PDF_WORDS[issue.language];
  const money = amountsIn(payment.currency);
  const title = number === null ? words.practiceReceipt : words.receipt(String(number).padStart(6, '0'));
  return write(title, issue, payment.tax_included ? words.sumIncluded : words.sumAdded, [
    [words.payment, payment.id],
    [words.paid, paidOn(payment, issue.team.timezone)],
    [words.method, payment.type === 'CARD' ? words.card(payment.card_last_4) : words.bank],
    ...(payment.practice ? [words.practice] : []),
    null,
    [words.amount, money(payment.tax_included ? payment.amount - payment.tax : payment.amount)],
    [words.tax(payment.tax_percentage, payment.tax_included), money(payment.tax)],
    null,
    [words.total, money(payment.total)],
    [words.added, money(payment.amount)],
    ...(payment.refunded > 0 ? [[words.refunded, money(payment.refunded)] as const] : []),
    ...(payment.charged_back > 0 ? [[words.chargedBack, money(payment.charged_back)] as const] : []),
  ]);
}

/** The statement of a month. */
export function statementPdf(issue: Issue, statement: Statement): PDFKit.PDFDocument {
  const words = PDF_WORDS[issue.language];
  const money = amountsIn(statement.currency);
  return write(words.statement(statement.month), issue, words.sumStatement, [
    ...(statement.complete ? [] : [words.soFar, null]),
    [words.opening, money(statement.opening)],
    [words.topUps, money(statement.top_ups)],
    [words.charges, money(-statement.charges)],
    [words.messageRefunds, money(statement.refunds)],
    [words.adjustments, money(statement.adjustments)],
    [words.returned, money(-statement.returned)],
    null,
    [words.closing, money(statement.closing)],
    ...(statement.payments.length > 0 ? [null] : []),
    ...statement.payments.map(
      (payment) =>
        [words.paymentLine(payment.id, paidOn(payment, issue.team.timezone)), money(payment.amount)] as const,
    ),
  ]);
}

/** The day of a payment in the time of its team's region. */
export const paidOn = (
  { settled_at, created_at }: Pick<Payment, 'settled_at' | 'created_at'>,
  timezone: string,
): string => localDay(new Date(settled_at ?? created_at), timezone);

/** An amount with all its decimals, at least two. */
const amountsIn = (currency: string) => (amount: number) =>
  `${(amount === 0 ? 0 : amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })} ${currency}`;

/** `sum` explains how the amounts add up. */
function write(title: string, issue: Issue, sum: string, rows: readonly Row[]): PDFKit.PDFDocument {
  const info = { Title: title, Creator: 'Godwit' };
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, info, lang: issue.language, displayTitle: true },
  });
  let y = MARGIN;
  const lines = (text: string, look: Look, color = FAINT) => {
    doc.fillColor(color);
    for (const line of wrapped(doc, text, WIDTH, look)) {
      writeLine(doc, line, { x: MARGIN, y, ...look });
      y += look.size * LINE_SPACE;
    }
  };
  lines(title, { size: 20, weight: 'bold' }, INK);
  const words = PDF_WORDS[issue.language];
  for (const part of [sellerOf(issue, words), buyerOf(issue, words)].filter(Boolean)) {
    y += ROW_HEIGHT / 3;
    lines(part, { size: 10 });
  }
  y += ROW_HEIGHT / 2;
  lines(sum, { size: 10 });
  y += ROW_HEIGHT / 2;
  doc.fillColor(INK);
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
    writeLine(doc, name, { x: MARGIN, y, size: 10 });
    writeLine(doc, value, { x: MARGIN + WIDTH - lineWidth(doc, value, { size: 10 }), y, size: 10 });
    y += ROW_HEIGHT;
  }
  doc.end();
  return doc;
}

function sellerOf({ seller }: Issue, words: PdfWords): string {
  const { sellerName, sellerAddress, sellerTaxNumber } = seller;
  const tax = sellerTaxNumber && `${words.taxNumber}: ${sellerTaxNumber}`;
  return [sellerName, sellerAddress, tax].filter(Boolean).join('\n');
}

function buyerOf({ team, details }: Issue, words: PdfWords): string {
  const tax = details?.tax_number && `${words.taxNumber}: ${details.tax_number}`;
  const name = printable(details?.name || team.name) ?? team.id;
  const address = details?.address.split('\n').map(printable) ?? [];
  return [`${words.billTo}: ${name}`, ...address, tax].filter(Boolean).join('\n');
}
