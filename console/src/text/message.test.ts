// Texts parse as ICU MessageFormat defines, and values are inserted.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it, vi } from 'vitest';
import { formatMessage, type Part, parseMessage } from './message.ts';

const files = import.meta.glob<Record<string, unknown>>(
  ['./*/{en,si,ta}.ts', '!./sentences/*', '../staff/*ext.ts'],
  { eager: true },
);
const texts = new Set(
  Object.values(files)
    // Descriptions of the API are no messages.
    .flatMap(({ descriptions, ...areas }) => Object.values(areas))
    .filter((area) => typeof area === 'object' && area !== null)
    .flatMap((area) => Object.values(area))
    .filter((text) => typeof text === 'string'),
);

/** Converts the result of the reference parser to our format. */
const ours = (elements: MessageFormatElement[]): Part[] => elements.map(part);

function part(element: MessageFormatElement): Part {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.argument:
      return { kind: 'value', name: element.value };
    case TYPE.number: {
      if (!element.style) return { kind: 'number', name: element.value };
      if (typeof element.style === 'string') throw new Error(`Write ::${element.style}`);
      const { style, maximumFractionDigits: digits = 0 } = element.style.parsedOptions;
      expect(style).toBe('percent');
      return { kind: 'percent', name: element.value, digits };
    }
    case TYPE.pound:
      return { kind: '#' };
    case TYPE.tag:
      return { kind: 'tag', name: element.value, children: ours(element.children) };
    case TYPE.plural:
    case TYPE.select: {
      const options = Object.entries(element.options).map(([key, { value }]) => [key, ours(value)]);
      const kind = element.type === TYPE.plural ? 'plural' : 'select';
      return { kind, name: element.value, options: Object.fromEntries(options) };
    }
    default:
      throw new Error(`Not a part of our texts: ${JSON.stringify(element)}`);
  }
}

it('parses every text like the reference parser', () => {
  expect(texts.size).toBeGreaterThan(3000);
  for (const text of texts) expect(parseMessage(text), text).toEqual(ours(parse(text)));
});

it.each([
  '{',
  '{name',
  'a}',
  '{n, plural, one {#}}',
  '{n, date}',
  '<b>open',
  '<b>x</i>',
  '{n, number, ::compact-short}',
])('refuses %s', (text) => {
  expect(() => parseMessage(text)).toThrow('Cannot read the text');
});

describe('with values', () => {
  const MESSAGES = '{count, plural, =0 {none} one {# message} other {# messages}}';
  it.each([
    ['en', MESSAGES, { count: 0 }, 'none'],
    ['en', MESSAGES, { count: 1 }, '1 message'],
    ['en', MESSAGES, { count: 1234 }, '1,234 messages'],
    ['ta-SG', '{count, number}', { count: 1234567 }, '1,234,567'],
    ['en', '{share, number, ::percent}', { share: 0.125 }, '13%'],
    ['en', '{share, number, ::percent .#}', { share: 0.1234 }, '12.3%'],
    ['en', '{count}', { count: 1234 }, '1234'],
    ['en', '{who, select, you {You} other {They}} sent it', { who: 'you' }, 'You sent it'],
    ['en', '{who, select, you {You} other {They}} sent it', { who: 'x' }, 'They sent it'],
    [
      'en',
      '{n, plural, other {{more, select, yes {over } other {}}#}} of # parts',
      { n: 2, more: 'yes' },
      'over 2 of # parts',
    ],
    ['en', "it's {name}", { name: '{x} <b>' }, "it's {x} <b>"],
  ])('%s: %s of %j', (locale, text, values, formatted) => {
    expect(formatMessage<string | number>(text, locale, values)).toEqual([formatted]);
  });

  it('returns nodes between strings', () => {
    const link = (content: unknown[]) => ({ link: content });
    expect(
      formatMessage<object>('See <link>the {what}</link>, {name}.', 'en', {
        link,
        what: { a: 1 },
        name: { b: 2 },
      }),
    ).toEqual(['See ', { link: ['the ', { a: 1 }] }, ', ', { b: 2 }, '.']);
  });

  it('shows a missing value by name, and logs it', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(formatMessage('Hello {name}', 'en')).toEqual(['Hello {name}']);
    expect(log).toHaveBeenCalledWith('No value for {name} of: Hello {name}');
    log.mockRestore();
  });
});
