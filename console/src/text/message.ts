// Formats texts with values. Supports the part of ICU MessageFormat that our texts use: {name}, {count,
// number}, {share, number, ::percent}, plural, select, `#` and <tag>…</tag>. Apostrophes have no special
// meaning. A full ICU library would add 13 kB to every first visit.

/** A part of a parsed text: literal text, a value or a tag. `#` is the number of the enclosing plural. */
export type Part =
  | string
  | { kind: 'value' | 'number'; name: string }
  | { kind: 'percent'; name: string; digits: number }
  | { kind: 'plural' | 'select'; name: string; options: Record<string, Part[]> }
  | { kind: 'tag'; name: string; children: Part[] }
  | { kind: '#' };

const ARGUMENT = /\{(\w+)(?:\}|, number(, ::percent)?( \.#)?\}|, (plural|select),)/y;
const OPTION = /\s*(=?\w+)\s*\{/y;
const TAG = /<(\/?)(\w+)>/y;
const LITERAL = /(?:[^{}<#]|<(?![/\w]))+/y;

/** Parses a text. Throws if it is not well formed, or if a choice has no `other`. */
export function parseMessage(text: string): Part[] {
  let at = 0;

  function consume(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  }
  function fail(): never {
    throw new Error(`Cannot read the text at ${at}: ${text}`);
  }

  function options(counts: boolean): Record<string, Part[]> {
    const found: Record<string, Part[]> = {};
    for (let match = consume(OPTION); match; match = consume(OPTION)) {
      found[match[1] ?? ''] = parts('}', counts);
    }
    if (!found.other || !consume(/\s*\}/y)) fail();
    return found;
  }

  function argument(counts: boolean): Part {
    const [all, name = '', percent, digit, choice] = consume(ARGUMENT) ?? fail();
    if (choice === 'select') return { kind: choice, name, options: options(counts) };
    if (choice === 'plural') return { kind: choice, name, options: options(true) };
    if (percent) return { kind: 'percent', name, digits: digit ? 1 : 0 };
    return { kind: all.includes(',') ? 'number' : 'value', name };
  }

  /**
   * Parses up to and including `end`: the closing brace of an option, the name of a closing tag, or the end
   * of the text.
   */
  function parts(end: string, counts: boolean): Part[] {
    const found: Part[] = [];
    for (;;) {
      const literal = consume(LITERAL)?.[0];
      if (literal !== undefined) found.push(literal);
      else if (at === text.length) return end === '' ? found : fail();
      else if (text[at] === '#') {
        at++;
        found.push(counts ? { kind: '#' } : '#');
      } else if (text[at] === '}') {
        at++;
        return end === '}' ? found : fail();
      } else if (text[at] === '{') found.push(argument(counts));
      else {
        const [, closing, name = ''] = consume(TAG) ?? fail();
        if (closing) return name === end ? found : fail();
        found.push({ kind: 'tag', name, children: parts(name, counts) });
      }
    }
  }
  return parts('', false);
}

/** Caches the value of each key. */
function once<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
const partsOf = once(parseMessage);
const numbersOf = once((locale) => new Intl.NumberFormat(locale));
const pluralsOf = once((locale) => new Intl.PluralRules(locale));

const percentOf = (share: number, locale: string, digits: number): string =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: digits });

type Choice = Extract<Part, { options: object }>;
type Tag<Node> = (content: (string | Node)[]) => Node;
type Values<Node> = Record<string, Node | Tag<Node>>;

/**
 * Formats a text. Returns strings and the values that are not strings; a function creates the tag of its
 * name. A missing value is shown as `{name}` and logged.
 */
export function formatMessage<Node>(
  text: string,
  locale: string,
  values: Values<Node> = {},
): (string | Node)[] {
  const number = (value: unknown): string => numbersOf(locale).format(Number(value));

  function lookUp(name: string): Values<Node>[string] | string {
    if (name in values) return values[name] as Values<Node>[string];
    console.error(`No value for {${name}} of: ${text}`);
    return `{${name}}`;
  }

  function chosen({ kind, options }: Choice, value: unknown): Part[] {
    const key = kind === 'select' ? String(value) : pluralsOf(locale).select(Number(value));
    return options[`=${value}`] ?? options[key] ?? options.other ?? [];
  }

  /** `count` replaces `#`. */
  function format(parts: Part[], count: unknown): (string | Node)[] {
    return joined(parts.flatMap((part) => nodesOf(part, count)));
  }

  function nodesOf(part: Part, count: unknown): (string | Node)[] {
    if (typeof part === 'string') return [part];
    if (part.kind === '#') return [number(count)];
    const value = lookUp(part.name);
    switch (part.kind) {
      case 'value':
        return [typeof value === 'number' ? String(value) : (value as Node)];
      case 'number':
        return [number(value)];
      case 'percent':
        return [percentOf(Number(value), locale, part.digits)];
      case 'tag': {
        const content = format(part.children, count);
        return typeof value === 'function' ? [(value as Tag<Node>)(content)] : content;
      }
      case 'plural':
        return format(chosen(part, value), value);
      case 'select':
        return format(chosen(part, value), count);
    }
  }
  return format(partsOf(text), 0);
}

/** Joins adjacent strings. */
function joined<Node>(nodes: (string | Node)[]): (string | Node)[] {
  const found: (string | Node)[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (typeof node === 'string' && typeof last === 'string') found[found.length - 1] = last + node;
    else found.push(node);
  }
  return found;
}
