// Reads the text of a PDF, page by page and line by line, as pdfkit with standard fonts writes it.
import { inflateSync } from 'node:zlib';

/** Lines of text on each page, from the top; pieces of one line are separated by a tab. */
export function pdfText(pdf: Buffer): string[][] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)].map(({ index, 0: start }) => {
    const from = index + start.length;
    const content = inflateSync(pdf.subarray(from, text.indexOf('\nendstream', from))).toString('latin1');
    return linesOf(content);
  });
}

function linesOf(content: string): string[] {
  const lines = new Map<number, { left: number; text: string }[]>();
  for (const [, left, height, pieces = ''] of content.matchAll(/1 0 0 1 (\S+) (\S+) Tm\n.*\n\[(.*)\] TJ/g)) {
    const text = [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) =>
      Buffer.from(hex!, 'hex').toString('latin1'),
    );
    const line = lines.get(Number(height)) ?? [];
    line.push({ left: Number(left), text: text.join('') });
    lines.set(Number(height), line);
  }
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, line]) =>
      line
        .sort((a, b) => a.left - b.left)
        .map(({ text }) => text)
        .join('\t'),
    );
}
