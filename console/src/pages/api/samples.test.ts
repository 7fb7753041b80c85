// Tests the text of the sample programs. The browser tests run them.
import { expect, test } from 'vitest';
import { SAMPLE_LANGUAGES, sampleOf } from './samples.ts';

const credentials = { origin: 'https://sms.example', projectId: 'p1', key: 'gk_test_1' };
const send = (body: string) => ({
  name: 'SendMessage',
  method: 'POST' as const,
  path: '/v1/messages',
  json: { to: '+94770000001', body },
});

test('a curl sample is one quoted shell command', () => {
  expect(sampleOf('curl', send("It’s 5 o'clock"), credentials)).toBe(
    [
      'curl https://sms.example/v1/messages \\',
      "  -u 'p1:gk_test_1' \\",
      "  -H 'content-type: application/json' \\",
      "  -d '{",
      '    "to": "+94770000001",',
      `    "body": "It’s 5 o'\\''clock"`,
      "  }'",
    ].join('\n'),
  );
});

test.each([
  ['curl', "-X 'PATCH'"],
  ['Node', "method: 'PATCH'"],
  ['Python', 'method="PATCH"'],
  ['PHP', "CURLOPT_CUSTOMREQUEST => 'PATCH'"],
  ['Java', '.method("PATCH", '],
] as const)('%s makes calls that are neither GET nor POST', (language, line) => {
  const call = { ...send('Hello'), method: 'PATCH' as const };
  expect(sampleOf(language, call, credentials)).toContain(line.replace("-X 'PATCH'", '-X PATCH'));
});

test('a URL with a query is quoted', () => {
  const log = { name: 'Log', method: 'GET' as const, path: '/v1/messages?page_num=1&page_size=25' };
  expect(sampleOf('curl', log, credentials)).toContain(
    "'https://sms.example/v1/messages?page_num=1&page_size=25'",
  );
});

test.each([
  ['Node', `body: 'a "quote", it\\'s, \\\\, $x',`],
  ['Python', '"body": "a \\"quote\\", it\'s, \\\\, $x",'],
  ['PHP', `'body' => 'a "quote", it\\'s, \\\\, $x',`],
  ['Java', '"body": "a \\\\"quote\\\\", it\'s, \\\\\\\\, $x"'],
] as const)('%s escapes the typed text', (language, line) => {
  expect(sampleOf(language, send(`a "quote", it's, \\, $x`), credentials)).toContain(line);
});

test('each language has the project, its key and the headers', () => {
  for (const language of SAMPLE_LANGUAGES) {
    const text = sampleOf(
      language,
      { ...send('Hello'), headers: { 'idempotency-key': 'order-1' } },
      credentials,
    );
    for (const part of ['p1:gk_test_1', 'idempotency-key', 'order-1', 'https://sms.example/v1/messages'])
      expect(text, language).toContain(part);
  }
});
