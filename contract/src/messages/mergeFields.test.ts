// Merging: what a writer types and what a recipient gets.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fieldsWithoutFallback,
  hasMergeFields,
  mergeContent,
  mergeFieldsOf,
  mergeProblem,
  unknownFields,
} from './mergeFields.ts';

const nimal = { first_name: 'Nimal', last_name: 'Perera' };

describe('merging', () => {
  test.each([
    ['Hello {first_name} {last_name}, {first_name}!', 'Hello Nimal Perera, Nimal!'],
    ['No field', 'No field'],
    ['Braces { } {} {1} {see below} stay', 'Braces { } {} {1} {see below} stay'],
    ['{{first_name}}', '{Nimal}'],
  ])('%s', (content, merged) => {
    expect(mergeContent(content, nimal)).toBe(merged);
    expect(mergeProblem(content)).toBeNull();
  });

  test('what a name holds is never a field', () => {
    const values = { first_name: '{last_name}', last_name: '$& $1 {first_name}' };
    expect(mergeContent('{first_name}, {last_name}', values)).toBe('{last_name}, $& $1 {first_name}');
  });

  test.each([
    ['Dear {first_name|friend}', 'Dear Nimal', 'Dear friend'],
    ['{last_name|customer}, {last_name}.', 'Perera, Perera.', 'customer,.'],
    ['{first_name|} {last_name|dear customer, $&}', 'Nimal Perera', ' dear customer, $&'],
    ['Bars | and {a b|c} stay', 'Bars | and {a b|c} stay', 'Bars | and {a b|c} stay'],
  ])('%s has words for who has no name', (content, full, empty) => {
    expect(mergeContent(content, nimal)).toBe(full);
    expect(mergeContent(content, { first_name: '', last_name: ' ' })).toBe(empty);
    expect(mergeProblem(content)).toBeNull();
  });

  test.each([
    ['Hi {first_name}, sale today', 'Hi, sale today'],
    ['Hi {first_name} {last_name}! Sale', 'Hi! Sale'],
    ['Dear {first_name} {last_name|customer}', 'Dear customer'],
    ['For {first_name} only', 'For only'],
    ['Hi {first_name}{last_name}, sale today', 'Hi, sale today'],
    ['Hi {first_name}', 'Hi'],
    ['Hi {first_name}s', 'Hi s'],
    ['({first_name})', '()'],
    ['Hi {firstname}, {first_name|}.', 'Hi {firstname},.'],
  ])('%s leaves no gap for who has no name', (content, merged) => {
    expect(mergeContent(content, { first_name: '', last_name: '' })).toBe(merged);
  });

  test('knows which fields have words in each place', () => {
    const content = '{first_name|friend} {last_name|customer} {last_name}';
    expect(mergeFieldsOf(content)).toEqual(['first_name', 'last_name']);
    expect(fieldsWithoutFallback(content)).toEqual(['last_name']);
    expect(mergeProblem('{lastname|customer}')).toContain('Unknown field {lastname}');
  });

  test('names each unknown field once, with those there are', () => {
    expect(mergeProblem('{name} {first_name} {Name} {name}')).toBe(
      'Unknown field {name}, {Name}. Fields are {first_name} and {last_name}',
    );
  });

  test('takes words that read as a field for a field that was meant', () => {
    const unknown = ['{First Name}', '{last-name}', '{ first_name }', '{LAST_NAME}'];
    expect(unknownFields(`${unknown.join(' ')} {Last name|customer} {first_name} {first}`)).toEqual([
      ...unknown,
      '{Last name}',
      '{first}',
    ]);
  });

  test('law: text around the fields is kept, and the length is that of its pieces', () => {
    const piece = fc.oneof(
      fc.constantFrom('{first_name}', '{last_name}'),
      fc.string().map((text) => text.replace(/[{}]/g, '')),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string(), fc.string(), (pieces, first_name, last_name) => {
        const values = new Map([
          ['{first_name}', first_name],
          ['{last_name}', last_name],
        ]);
        const merged = (text: string) => values.get(text)?.replace(/^\s+$/, '') ?? text;
        const expected = pieces.map(merged).join('');
        const content = pieces.join('');
        expect(mergeContent(content, { first_name, last_name })).toBe(expected);
        expect(mergeProblem(content)).toBeNull();
        expect(hasMergeFields(content)).toBe(pieces.some((text) => values.has(text)));
      }),
    );
  });
});
