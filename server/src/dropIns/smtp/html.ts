// The text of a mail that has only HTML.
import { Parser } from 'htmlparser2';

/** Elements whose text nobody sees. */
const UNSEEN: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'title']);
/** Elements that begin a new line. */
const LINES: ReadonlySet<string> = new Set(
  'address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Elements of a line that are apart from each other. */
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** The seen text of HTML. Links keep their text, and images leave nothing. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let unseen = 0;
  const parser = new Parser({
    onopentag(name) {
      if (UNSEEN.has(name)) unseen++;
      if (LINES.has(name)) parts.push('\n');
    },
    ontext(text) {
      if (unseen === 0) parts.push(text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--;
      if (LINES.has(name) && name !== 'br') parts.push('\n');
      if (CELLS.has(name)) parts.push(' ');
    },
  });
  parser.end(html);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n');
}
