// The samples of docs/verify.md run as they are, with another address.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';
import { installedWith } from '../../test/installed.ts';
import { throwawayFolder } from '../../test/throwaway.ts';

const t = await testApp();
const { project } = await makeSender(t);
const url = await t.app.listen({ host: '127.0.0.1', port: 0 });
const page = readFileSync(join(import.meta.dirname, '../../../docs/verify.md'), 'utf8');
const env = { ...process.env, PROJECT_ID: project.id, API_KEY: project.api_key_test };

/** The Debian packages of a language. */
const MISSING: Record<string, string> = { php: 'php-cli or php-curl', python: 'python3-requests' };

const SAMPLES = [
  { language: 'js', file: 'sample.mjs', program: process.execPath, end: 'console.log(valid)' },
  {
    language: 'php',
    file: 'sample.php',
    program: installedWith('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
    end: 'var_export($valid);',
  },
  {
    language: 'python',
    file: 'sample.py',
    program: installedWith('python3', '-c', 'import requests'),
    end: 'print(checked["valid"])',
  },
];

/** Runs the sample of a language, with another number. */
function run({ language, file, program, end }: (typeof SAMPLES)[number], to = '+94771234567') {
  const code = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)![1]!;
  const changes = { 'https://sms.example.com': url, 'Lanka Shop': 'SANDBOX', '+94771234567': to };
  const sample = Object.entries(changes).reduce((text, [from, by]) => text.replaceAll(from, by), code);
  const path = join(throwawayFolder(), file);
  writeFileSync(path, `${language === 'php' ? '<?php\n' : ''}${sample}\n${end}\n`);
  return promisify(execFile)(program!, [path], { env });
}

for (const { language, program } of SAMPLES) {
  if (program === null) console.log(`The sample in ${language} is not run: ${MISSING[language]} is missing`);
}

describe('the sample in', () => {
  it.each(SAMPLES.filter(({ program }) => program !== null))(
    '$language sends and checks a code',
    async (one) => {
      const { stdout } = await run(one);
      expect(stdout.trim().toLowerCase()).toBe('true');
    },
  );

  it.each(SAMPLES.filter(({ program }) => program !== null))(
    '$language stops at a refusal, with its code and words',
    async (one) => {
      const failure = await run(one, '0771234567').then(
        () => null,
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
      expect(failure?.code).toBeGreaterThan(0);
      expect(`${failure!.stdout}${failure!.stderr}`).toMatch(/2002: .*country code/i);
    },
  );
});
