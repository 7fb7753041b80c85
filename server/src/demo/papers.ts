// Documents as customers hand them in, invented and marked as such, so that staff have something to look at.
import PDFDocument from 'pdfkit';

/** A page with a title and lines below it, as PDF. */
export function paper(
  title: string,
  lines: readonly string[],
): NodeJS.ReadableStream & AsyncIterable<Buffer> {
  const document = new PDFDocument({ size: 'A5', margin: 48, info: { Title: title } });
  document.fontSize(10).fillColor('#9a1f1f').text('SPECIMEN: made up for the demo', { align: 'right' });
  document.moveDown(2).fontSize(20).fillColor('#1a1f24').text(title);
  document.moveDown().fontSize(11);
  for (const line of lines) document.text(line, { lineGap: 6 });
  document.end();
  return document as unknown as NodeJS.ReadableStream & AsyncIterable<Buffer>;
}
