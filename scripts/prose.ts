// Checks comments, documents and the sentences of the product against the rules of language that a program
// can detect.

/** Lines of sources may be this long, as in biome.json. */
const WIDTH = 110;

const LINE_COMMENT = /(?:^|\s)\/\/ ?(.*)$/;
/** The comment syntax of each file type. */
const SYNTAX: Record<string, { line: RegExp; hasBlocks: boolean }> = {
  ts: { line: LINE_COMMENT, hasBlocks: true },
  tsx: { line: LINE_COMMENT, hasBlocks: true },
  mjs: { line: LINE_COMMENT, hasBlocks: true },
  php: { line: LINE_COMMENT, hasBlocks: true },
  css: { line: /(?!)/, hasBlocks: true },
  sql: { line: /(?:^|\s)-- ?(.*)$/, hasBlocks: true },
  py: { line: /(?:^|\s)#(?!!) ?(.*)$/, hasBlocks: false },
  sh: { line: /^\s*#(?!!) ?(.*)$/, hasBlocks: false },
  yml: { line: /^\s*# ?(.*)$/, hasBlocks: false },
};

const PRONOUN =
  '(?:there|it|no|none|one|a|an|the|they|this|that|these|nothing|nobody|you|we|each|both|all|some)';
type Rule = readonly [RegExp, string];
const WHERE: Rule = [
  new RegExp(
    `(?<=(?:^|[.,:;(–]) ?)where ${PRONOUN} |(?<= )where (?:there (?:is|are|was)|nothing|nobody|no) `,
    'gi',
  ),
  'uses "where" for a condition: write "if"',
];
const WORDS: Rule = [
  new RegExp(
    `\\b(?:${[
      ...[
        'anew',
        'meanwhile',
        'fates?',
        'told',
        'said',
        'doors?',
        'papers?',
        'vitals',
        'regroup(?:s|ed|ing)?',
      ],
      ...['under way', 'taken up', 'gone on with', 'whose turn', 'way (?:in|out)(?! which)'],
    ].join('|')})\\b`,
    'gi',
  ),
  'uses a banned word',
];
/** `end`: the end of a sentence that opens with a clause. */
const headless = (end: string): Rule => [
  new RegExp(
    `(?<=(?:^|[.!?:|>] ))(?:Wh(?:at|o|oever|atever|ose)|That (?:an?|the|it|they|there|this|no|nothing|which|each)) [^.!?|]+(?=${end})`,
    'g',
  ),
  'opens with a clause as its subject: name the thing',
];
const RULES: readonly Rule[] = [WHERE, headless('[.!|]|$'), WORDS];
/** A heading, a label or a hint without a full stop may be a clause. */
const PRODUCT_RULES: readonly Rule[] = [WHERE, headless('[.!]'), WORDS];

/** Files whose texts people read on screens and in answers. */
const PRODUCT_TEXT =
  /^(?:contract\/src\/(?:sentences\/\w+|errors)|console\/src\/text\/\w+\/en|console\/src\/staff\/(?:\w+T|t)ext)\.ts$/;
const LITERAL = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const KEY = /^\s*'[\w.-]+':/;
const MARKUP = /`[^`]*`|<code>.*?<\/code>|<\/?\w+>|\$\{[^}]*\}/g;

type Line = { number: number; text: string };

/** Returns the violations in the comments or the Markdown of a file, one line each: `path:line violation`. */
export function proseViolations(path: string, text: string): string[] {
  const lines = path.endsWith('.md') ? markdownLines(text) : commentLines(path, text);
  return paragraphsOf(lines).flatMap((paragraph) => {
    const joined = paragraph.map((line) => line.text).join(' ');
    return RULES.flatMap(([pattern, violation]) =>
      [...joined.matchAll(pattern)].map(
        ({ 0: words, index }) => `${path}:${lineAt(paragraph, index)} ${violation}: "${words.slice(0, 40)}"`,
      ),
    );
  });
}

/**
 * Returns the violations in the sentences of the product, if the file has some, one line each:
 * `path:line violation`.
 */
export function sentenceViolations(path: string, text: string): string[] {
  if (!PRODUCT_TEXT.test(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
    return [...line.replace(KEY, '').matchAll(LITERAL)].flatMap(([, ...quoted]) => {
      const sentence = quoted.join('').replace(MARKUP, '');
      return PRODUCT_RULES.flatMap(([pattern, violation]) =>
        [...sentence.matchAll(pattern)].map(
          ([words]) => `${path}:${index + 1} ${violation}: "${words.slice(0, 40)}"`,
        ),
      );
    });
  });
}

/** Returns comments of sources that are wider than the formatter's line; a line with a URL may be wider. */
export function wideComments(path: string, text: string): string[] {
  if (path.endsWith('.md')) return [];
  const comments = new Set(commentLines(path, text).map(({ number }) => number));
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > WIDTH && comments.has(index + 1) && !line.includes('://')
        ? [`${path}:${index + 1} has ${line.length} columns: the limit is ${WIDTH}, wrap it`]
        : [],
    );
}

/** The text of each line of Markdown, without code and link targets. */
function markdownLines(text: string): Line[] {
  let isCode = false;
  return text.split('\n').map((line, index) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    const words = isFence || isCode || /^ {4}/.test(line) ? '' : line;
    return { number: index + 1, text: words.replace(/`[^`]*`/g, '``').replace(/\]\([^)]*\)/g, ']') };
  });
}

/** The comments of a source by line, without their marks. Lines without a comment are left out. */
function commentLines(path: string, text: string): Line[] {
  const syntax = SYNTAX[path === '.ci/run' ? 'sh' : path.slice(path.lastIndexOf('.') + 1)];
  if (!syntax) return [];
  let isInside = false;
  return text.split('\n').flatMap((line, index) => {
    const opened = syntax.hasBlocks && !isInside && /^\s*\{?\/\*/.test(line);
    const words = isInside || opened ? line : syntax.line.exec(line)?.[1];
    if (opened || isInside) isInside = !line.includes('*/');
    return words === undefined
      ? []
      : [{ number: index + 1, text: words.replace(/^\s*\{?\/?\*+ ?|\s*\*\/\}?\s*$/g, '') }];
  });
}

/** Joins neighbouring lines, because a sentence may continue on the next one. */
function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [];
  for (const line of lines) {
    const text = line.text
      .replace(/^\s*(?:[-*>]|#+|\d+\.) /, '')
      .replace(/`[^`]*`/g, '``')
      .trim();
    const last = paragraphs.at(-1);
    const continues =
      last?.at(-1)?.number === line.number - 1 && text === line.text.trim() && !/^[@|]/.test(text);
    if (text === '') paragraphs.push([]);
    else if (continues && last) last.push({ number: line.number, text });
    else paragraphs.push([{ number: line.number, text }]);
  }
  return paragraphs;
}

function lineAt(paragraph: readonly Line[], index: number): number {
  const before = paragraph
    .map(({ text }) => text)
    .join('\n')
    .slice(0, index);
  return paragraph[before.split('\n').length - 1]?.number ?? 0;
}
