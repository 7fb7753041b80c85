// The texts of every translation exist in English, are valid messages, and use the same values and tags.
// Lists missing texts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isDateElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { ERRORS } from '@godwit/contract/errors';
import { afterAll, describe, expect, it } from 'vitest';
import * as parts from './parts.ts';
import { sinhala } from './sinhala.ts';
import { tamil } from './tamil.ts';

type Texts = Readonly<Partial<Record<string, string>>>;
/** Every file of a translation, those that load beside their page included (parts.ts). */
const files = {
  si: import.meta.glob<Record<string, Texts>>('./*/si.ts', { eager: true }),
  ta: import.meta.glob<Record<string, Texts>>('./*/ta.ts', { eager: true }),
};
function wordsOf(language: 'si' | 'ta') {
  const modules = Object.values(files[language]);
  const texts: Record<string, string> = Object.assign({}, ...modules.map((words) => words[language]));
  const named = modules.map(({ descriptions, errors, sentences }) => ({
    ...descriptions,
    ...errors,
    ...sentences,
  }));
  return { texts, byKey: Object.assign({}, texts, ...named) as Record<string, string> };
}
const TRANSLATIONS = { si: wordsOf('si'), ta: wordsOf('ta') };
const NO_LETTER = '(?![\\p{L}\\p{M}])';
/** Case endings, which must follow a value without a space. */
const ENDINGS = {
  si: new RegExp(`\\}(?:</\\w+>|[)”])? (?:හි|ගේ|ගෙන්|ට|ටත්|න්|ක්|ක|කින්|කට)${NO_LETTER}`, 'u'),
  ta: new RegExp(
    `\\}(?:</\\w+>|[)”])? (?:(?:ஐ|க்கு)(?:[கசதப]்)?|ஐயும்|க்கும்|க்குள்|க்கான|இல்|இலும்|இலிருந்து|இன்|ஆல்|உடன்|உடனான|ஆக|கள்|களை)${NO_LETTER}`,
    'u',
  ),
};
/** Impolite or inconsistent imperatives. Ours end in -න්න in Sinhala and in -வும் in Tamil. */
const OTHER_COMMANDS = {
  si: new RegExp(`(?:කරනු|කිරීමට) (?:මැනවි|කාරුණික)|(?:කරපන්|කරහන්|කරන්නකො)${NO_LETTER}`, 'u'),
  ta: new RegExp(
    `(?:ுக|செய்க|செல்க|முயல்க|ுங்கள்)${NO_LETTER}|(?:^|[ >])(?:அகற்று|நீக்கு|அனுப்பு|காட்டு|சேர்|திற|சேமி|திருத்து|சரிபார்)$`,
    'u',
  ),
};
const areas = import.meta.glob<Record<string, Record<string, string>>>('./*/en.ts', { eager: true });
const english: Texts = Object.assign({}, ...Object.values(areas).flatMap((area) => Object.values(area)));
/** English sentences by their constant. */
const constants: Record<string, string> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Record<string, string>>('../../../contract/src/sentences/*.ts', { eager: true }),
  ),
);
/** Every key that a translation can have. */
const keys = [
  ...Object.keys(english),
  ...Object.keys(ERRORS),
  'field',
  'tryAgainIn',
  ...Object.values(constants),
];
const missingFrom = (translated: Texts): string[] => keys.filter((key) => translated[key] === undefined);

describe.each(['si', 'ta'] as const)('%s', (language) => {
  const { texts, byKey } = TRANSLATIONS[language];

  // Missing texts are shown in English, so they fail no test.
  afterAll(() => {
    const missing = missingFrom(byKey);
    if (missing.length > 0) console.warn(`${language} lacks ${missing.length}:\n${missing.join('\n')}`);
  });

  it('has no text that is missing in English', () => {
    expect(Object.keys(byKey).filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('lists a missing text', () => {
    expect(missingFrom({ ...byKey, 'action.save': undefined })).toContain('action.save');
  });

  it('takes the same values and tags', () => {
    const differing = Object.entries(texts).filter(
      ([id, text]) => `${[...namesIn(text)].sort()}` !== `${[...namesIn(english[id] ?? '')].sort()}`,
    );
    expect(differing).toEqual([]);
  });

  /** All texts shown to customers. The search words of the palette are not shown. */
  const read = Object.entries<string>({
    ...byKey,
  }).filter(([id]) => id !== 'palette.senderId');

  it('puts no space between a value and its case ending', () => {
    expect(read.filter(([, text]) => ENDINGS[language].test(text))).toEqual([]);
  });

  it('uses one polite form of the imperative', () => {
    expect(read.filter(([, text]) => OTHER_COMMANDS[language].test(text))).toEqual([]);
  });

  it('has its own word for a sender ID', () => {
    expect(read.filter(([, text]) => /sender id/i.test(text))).toEqual([]);
  });

  it('keeps the space that joins a text to the next one', () => {
    const ends = (text: string) => [text !== text.trimStart(), text !== text.trimEnd()];
    const differing = Object.entries(texts).filter(
      ([id, text]) => `${ends(text)}` !== `${ends(english[id] ?? '')}`,
    );
    expect(differing).toEqual([]);
  });
});

it.each(['si', 'ta'] as const)(
  'loads every text of %s, with most pages or beside its own',
  async (language) => {
    const most = { si: sinhala, ta: tamil }[language];
    const beside = await Promise.all(Object.values(parts).map((part) => part[language]()));
    const loaded = new Set([most, ...beside].flatMap((part) => Object.keys(part.texts)));
    expect(Object.keys(TRANSLATIONS[language].texts).filter((id) => !loaded.has(id))).toEqual([]);
  },
);

it('has no unused sentence', () => {
  const root = join(import.meta.dirname, '../../..');
  const exclude = ['contract/src/sentences/**', 'console/src/text/**', '**/*.test.*'];
  const files = globSync('{contract,server,console}/src/**/*.{ts,tsx}', { cwd: root, exclude });
  const named = new Set(files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\b[A-Z]\w+/g)));
  expect(Object.keys(constants).filter((name) => !named.has(name))).toEqual([]);
});

/**
 * The names of all values and tags of a message. Throws if the message is invalid, for example without
 * `other`.
 */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  const visit = (elements: MessageFormatElement[]): void => {
    for (const element of elements) {
      if (isLiteralElement(element) || isPoundElement(element)) continue;
      names.add(isTagElement(element) ? `<${element.value}>` : element.value);
      if (isTagElement(element)) visit(element.children);
      if (isPluralElement(element) || isSelectElement(element))
        for (const option of Object.values(element.options)) visit(option.value);
      if (isDateElement(element)) names.add(`${element.value}, date`);
    }
  };
  visit(parse(text, { requiresOtherClause: true }));
  return names;
}
