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

describe('the sample in', () => {
  // A language that is not installed here counts nothing.
  it.each(SAMPLES.filter(({ program }) => program !== null))(
    '$language sends and checks a code',
    async (one) => {
      const code = new RegExp(`\`\`\`${one.language}\n(.*?)\`\`\``, 's').exec(page)![1]!;
      const sample = code.replaceAll('https://sms.example.com', url).replaceAll('Lanka Shop', 'SANDBOX');
      const path = join(throwawayFolder(), one.file);
      writeFileSync(path, `${one.language === 'php' ? '<?php\n' : ''}${sample}\n${one.end}\n`);
      const { stdout } = await promisify(execFile)(one.program!, [path], { env });
      expect(stdout.trim().toLowerCase()).toBe('true');
    },
  );
});
