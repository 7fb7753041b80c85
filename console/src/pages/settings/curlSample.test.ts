import { expect, test } from 'vitest';
import { curlSample } from './curlSample.ts';

const parts = { origin: 'https://sms.example', projectId: 'p1', key: 'gk_test_1', regionId: 'LK' };

test('the sample is one shell command with the project and its key', () => {
  expect(curlSample(parts)).toBe(
    [
      'curl https://sms.example/v1/messages \\',
      "  -u 'p1:gk_test_1' \\",
      "  -H 'content-type: application/json' \\",
      `  -d '{"to":"+94770000001","from":"SANDBOX","body":"Hello from Godwit"}'`,
    ].join('\n'),
  );
});

test('the number is one of the team’s own country', () => {
  expect(curlSample({ ...parts, regionId: 'AU' })).toContain('"+61400000001"');
});
