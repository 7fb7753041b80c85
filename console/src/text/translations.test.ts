// Every text in every language: none is missing or too much, each can be read as a message, and says the same things by name.
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
import { describe, expect, it } from 'vitest';
import { apiSentences } from './si/api.ts';
import { sentences as sinhalaSentences } from './si/errors.ts';
import { sinhala } from './sinhala.ts';
import { tamil } from './tamil.ts';

type Area = Record<string, string>;
const TRANSLATIONS = { si: sinhala, ta: tamil };
/** Files of this folder that are no areas of the catalogue. */
const areas = import.meta.glob<Record<string, Area>>(
  ['./*.ts', '!./*.test.ts', '!./{catalogue,language,sentences,translation,sinhala,tamil,useText}.ts'],
  { eager: true },
);
const english: Area = Object.assign({}, ...Object.values(areas).flatMap((area) => Object.values(area)));
const ids = Object.keys(english);

describe.each(['si', 'ta'] as const)('%s', (language) => {
  const { texts } = TRANSLATIONS[language];

  it('has every text, and no other', () => {
    expect(ids.filter((id) => !Object.hasOwn(texts, id))).toEqual([]);
    expect(Object.keys(texts).filter((id) => !Object.hasOwn(english, id))).toEqual([]);
  });

  it('takes the same values and tags', () => {
    const differing = Object.entries(texts).filter(
      ([id, text]) => `${[...namesIn(text)].sort()}` !== `${[...namesIn(english[id] ?? '')].sort()}`,
    );
    expect(differing).toEqual([]);
  });

  it('loses no blank that joins a text to the next one', () => {
    const ends = (text: string) => [text !== text.trimStart(), text !== text.trimEnd()];
    const differing = Object.entries(texts).filter(
      ([id, text]) => `${ends(text)}` !== `${ends(english[id] ?? '')}`,
    );
    expect(differing).toEqual([]);
  });
});

it('translates sentences that contract, server or console still say', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = globSync(['contract/src/*.ts', 'server/src/**/*.ts', 'console/src/api/errors.ts'], {
    cwd: root,
  });
  const said = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  // A sentence may be the first of several; then it stands without its full stop there.
  const isSaid = (sentence: string) => said.includes(sentence) || said.includes(sentence.replace(/\.$/, ''));
  // Of a template with a number in it only the sentence that comes out is in the list.
  const known = Object.keys({ ...sinhalaSentences, ...apiSentences });
  expect(known.filter((sentence) => !isSaid(sentence))).toEqual([]);
});

/** The names of all values and tags, plural and choice as such; fails where the message cannot be read, as without `other`. */
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
