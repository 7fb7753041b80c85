// Text in PDFs: Latin in Helvetica, which every reader has; Tamil and Sinhala in Noto, of which the file
// carries the letters it uses.
import { fileURLToPath } from 'node:url';

type Script = 'latin' | 'tamil' | 'sinhala';
type Run = { script: Script; text: string };
type Weight = 'regular' | 'bold';

const LATIN = /^[\x20-\x7e\xa0-\xff‘’“”–—…€•]*$/;
/** Joiners belong to the letters around them: with them Sinhala writes conjuncts. */
const OTHERS = { tamil: /[\u0b80-\u0bff]/, sinhala: /[\u0d80-\u0dff]/ } as const;
const JOINER = /[\u200c\u200d]/;

const noto = (script: string, weight: number) =>
  fileURLToPath(
    import.meta.resolve(
      `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`,
    ),
  );
const FONTS: Record<Script, Record<Weight, string>> = {
  latin: { regular: 'Helvetica', bold: 'Helvetica-Bold' },
  tamil: { regular: noto('tamil', 400), bold: noto('tamil', 700) },
  sinhala: { regular: noto('sinhala', 400), bold: noto('sinhala', 700) },
};

/**
 * A text as a PDF can show it, or null if it has letters of a script without a font: they would print as
 * nothing.
 */
export function printable(text: string): string | null {
  const rest = text.replace(/[\u0b80-\u0bff\u0d80-\u0dff\u200c\u200d]/g, '');
  return LATIN.test(rest) ? text : null;
}

/** A text in pieces that one font has. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const script: Script = OTHERS.tamil.test(letter)
      ? 'tamil'
      : OTHERS.sinhala.test(letter)
        ? 'sinhala'
        : JOINER.test(letter) && last
          ? last.script
          : 'latin';
    if (last?.script === script) last.text += letter;
    else runs.push({ script, text: letter });
  }
  return runs;
}

export type Look = { size: number; weight?: Weight };

/** How wide a line is, in points. */
export function lineWidth(doc: PDFKit.PDFDocument, text: string, { size, weight = 'regular' }: Look): number {
  return runsOf(text).reduce(
    (width, run) => width + doc.font(FONTS[run.script][weight]).fontSize(size).widthOfString(run.text),
    0,
  );
}

/** Writes a line whose letters all stand on one base line; returns where it ends. */
export function writeLine(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, size, weight = 'regular' }: Look & { x: number; y: number },
): number {
  let at = x;
  for (const run of runsOf(text)) {
    doc.font(FONTS[run.script][weight]).fontSize(size);
    doc.text(run.text, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
    at += doc.widthOfString(run.text);
  }
  return at;
}

/** A text in lines of a width, broken between words; line feeds stay. */
export function wrapped(doc: PDFKit.PDFDocument, text: string, width: number, look: Look): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1);
      const longer = last === undefined ? word : `${last} ${word}`;
      if (last !== undefined && lineWidth(doc, longer, look) > width) lines.push(word);
      else lines.splice(-1, 1, longer);
    }
    return lines;
  });
}
