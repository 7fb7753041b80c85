// Writes a report as PDF (A4 portrait), page by page while its rows are read, so it neither fills memory nor
// delays other requests.
import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { printable, wrapped, writeLine } from '../../http/pdfText.ts';
import { PDF_COLUMNS, type ReportRow } from './report.ts';

/** The maximum number of rows. The CSV has all of them. */
export const MAX_PDF_ROWS = 10_000;

/** The head above the rows. `total`: messages in the log, or null if they were not counted that far. */
export type ReportHead = {
  project: { id: string; name: string };
  mode: 'TEST' | 'LIVE';
  filters: readonly string[];
  timezone: string;
  madeAt: string;
  total: number | null;
};

const MARGIN = 36;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const ROW_HEIGHT = 13;
const SIZE = 7.5;
/** The left edge of each column, in points from the margin. */
const LEFTS = [0, 78, 122, 184, 252, 408, 452] as const;
const SEGMENTS = 5;
const SEGMENTS_WIDTH = 34;
const INK = '#1a1f24';
const FAINT = '#5c6670';
const LINE = '#c9d0d6';

/** Starts writing a report. The document is a stream of bytes; it breaks off if the rows cannot be read. */
export function writePdf(rows: AsyncIterable<ReportRow[]>, head: ReportHead): PDFKit.PDFDocument {
  const title = 'SMS Log Report';
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'portrait',
    margin: MARGIN,
    autoFirstPage: false,
    info: { Title: title, Creator: 'Godwit' },
    lang: 'en',
    displayTitle: true,
  });
  writeAll(doc, rows, head, title).then(
    () => doc.end(),
    (error) => doc.destroy(error),
  );
  return doc;
}

async function writeAll(
  doc: PDFKit.PDFDocument,
  rows: AsyncIterable<ReportRow[]>,
  head: ReportHead,
  title: string,
) {
  let page = 1;
  doc.addPage();
  let y = writeHead(doc, head, title);
  writeColumns(doc, y);
  for await (const batch of rows) {
    for (const row of batch) {
      if (y + 2 * ROW_HEIGHT > BOTTOM - ROW_HEIGHT) {
        writePageNumber(doc, page);
        // A page takes some milliseconds; other requests run in between.
        await nextTurn();
        if (doc.destroyed) return;
        doc.addPage();
        page++;
        y = MARGIN;
        writeColumns(doc, y);
      }
      y += ROW_HEIGHT;
      writeCells(doc, row, y);
    }
  }
  writePageNumber(doc, page);
}

/** Returns the vertical position below the head. */
function writeHead(doc: PDFKit.PDFDocument, head: ReportHead, title: string): number {
  doc.font('Helvetica-Bold').fontSize(16).fillColor(INK).text(title, MARGIN, MARGIN);
  doc.font('Helvetica').fontSize(9).fillColor(FAINT);
  const lines = [
    `Project ${printable(head.project.name) ?? head.project.id} · ${head.mode}`,
    ...head.filters.map((filter) => printable(filter) ?? ''),
    `Times are in ${head.timezone}. Made ${head.madeAt}.`,
    countOf(head.total),
  ];
  let y = doc.y;
  const look = { size: 9 };
  for (const line of lines.filter(Boolean).flatMap((text) => wrapped(doc, text, WIDTH, look))) {
    y += 2;
    writeLine(doc, line, { x: MARGIN, y, ...look });
    y += 11;
  }
  return y + 10;
}

function countOf(total: number | null): string {
  const most = MAX_PDF_ROWS.toLocaleString('en');
  if (total !== null && total <= MAX_PDF_ROWS) return `${total.toLocaleString('en')} messages.`;
  const all = total === null ? `more than ${most}` : total.toLocaleString('en');
  return `Cut: the first ${most} of ${all} messages. Download the CSV for all of them.`;
}

function writeColumns(doc: PDFKit.PDFDocument, y: number) {
  doc.font('Helvetica-Bold').fontSize(SIZE).fillColor(INK);
  writeCells(doc, PDF_COLUMNS, y);
  doc.moveTo(MARGIN, y + ROW_HEIGHT - 3).lineTo(MARGIN + WIDTH, y + ROW_HEIGHT - 3);
  doc.lineWidth(0.5).strokeColor(LINE).stroke();
  doc.font('Helvetica').fontSize(SIZE);
}

function writeCells(doc: PDFKit.PDFDocument, cells: readonly string[], y: number) {
  for (const [column, cell] of cells.slice(0, PDF_COLUMNS.length).entries()) {
    const right = column === SEGMENTS ? SEGMENTS_WIDTH - doc.widthOfString(cell) : 0;
    doc.text(cell, MARGIN + LEFTS[column]! + right, y, { lineBreak: false });
  }
}

function writePageNumber(doc: PDFKit.PDFDocument, page: number) {
  doc.fillColor(FAINT).text(`Page ${page}`, MARGIN, BOTTOM - SIZE - 1, { lineBreak: false });
}
