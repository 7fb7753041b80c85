// JSON files of operators: keys that an object has twice.
import { expect, it } from 'vitest';
import { parseJson } from './json.ts';

it.each([
  ['in one line', '{"a": 1, "a": 1}', 'a twice: line 1.'],
  ['in two lines', '{\n"a": 1,\n"b": 2,\n\n"a": 3}', 'a twice: lines 2 and 5.'],
  ['in an object in a list', '{"a": [1, [2, 3], {"b": {}, "c": "}", "b": null}]}', 'a.2.b twice'],
  ['after the end of an inner object', '{"a": {"b": {"a": 1}}, "a": 2}', 'a twice'],
  ['with an escape', String.raw`{"AU": 1, "\u0041U": 2}`, 'AU twice'],
  ['with a quotation mark', String.raw`{"\"": 1, "b\\": 2, "\"": 3}`, '" twice'],
  ['without letters', '{"": 1, "" : 2}', ' twice'],
  ['of the prototype', '{"__proto__": 1, "__proto__": 2}', '__proto__ twice'],
])('refuses a key %s', (_what, text, words) => {
  expect(() => parseJson(text, 'A file')).toThrow(`A file has the key ${words}`);
});

it.each([
  '{"a": {"a": {"a": ["a", "a"]}}, "b": {"a": "a"}}',
  '[{"a": 1}, {"a": 2}]',
  String.raw`{"a": "\"a\": 1, {\"a\":", "b": "\\", "c\\": "{", "d": ["]", "a", ":"]}`,
  '{"a": 1, "A": 2, "constructor": 3}',
  '"a"',
  '[]',
  'null',
])('reads %s as JSON.parse does', (text) => {
  expect(parseJson(text, 'A file')).toEqual(JSON.parse(text));
});

it('reads a long string and deep lists', () => {
  const depth = 2_000;
  const long = JSON.stringify('"\\\n'.repeat(500_000));
  const text = `{"long": ${long}, "deep": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(parseJson(text, 'A file')).toEqual(JSON.parse(text));
});
