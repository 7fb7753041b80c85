// Settings read again: what is applied, what waits for a restart, what changes nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { throwawayFolder } from '../test/throwaway.ts';
import { openSettingsReload } from './settingReload.ts';
import { readSettings } from './settings.ts';

const file = join(throwawayFolder(), 'godwit.env');
const write = (...lines: string[]) => writeFileSync(file, `${lines.join('\n')}\n`);

/** Opens the reload as a process does that was started with the file's values and `more`. */
function open(values: Record<string, string>, more: Record<string, string> = {}) {
  write(...Object.entries(values).map(([name, value]) => `${name}=${value}`));
  const environment = { ...values, ...more, GODWIT_SETTINGS: file };
  const settings = readSettings(environment);
  const logged: [string, unknown, string][] = [];
  const at =
    (level: string) =>
    (what: unknown, text = '') =>
      void logged.push([level, what, text]);
  const log = { level: 'info', info: at('info'), warn: at('warn'), error: at('error') };
  return { settings, log, logged, reload: openSettingsReload({ settings, log }, environment) };
}

it('applies what is looked up each time, in place, and names what needs a restart', () => {
  const { settings, log, logged, reload } = open({ PORT: '8080', LIMIT_API: '5/60', LOG_LEVEL: 'info' });
  write(
    'PORT=9090',
    'LIMIT_API=7/60',
    'LOG_LEVEL=warn',
    'RETENTION=messages:500',
    `SECRET_KEY=${'0123456789abcdef'.repeat(3)}`,
  );
  reload();
  expect(settings).toMatchObject({ port: 8080, secretKey: null, limitApi: { count: 7, seconds: 60 } });
  expect(settings.retention.messages).toBe(500);
  expect([settings.logLevel, log.level]).toEqual(['warn', 'warn']);
  expect(logged).toEqual([
    ['info', { settings: ['LIMIT_API', 'RETENTION', 'LOG_LEVEL'] }, 'Settings are applied'],
    ['warn', { settings: ['PORT', 'SECRET_KEY'] }, 'Changed settings need a restart of this process'],
  ]);
  reload();
  expect(logged).toHaveLength(2);
});

it('returns to the default what is no longer in the file', () => {
  const { settings, reload } = open({ LIMIT_API: '5/60', SUPPORT_EMAIL: 'help@example.com' });
  write('');
  reload();
  expect(settings).toMatchObject({ limitApi: null, supportEmail: null });
});

it('leaves a variable of the environment above the file', () => {
  const { settings, logged, reload } = open({ LIMIT_API: '5/60' }, { LIMIT_LOGIN: '9/60' });
  write('LIMIT_API=6/60', 'LIMIT_LOGIN=1/60');
  reload();
  expect(settings).toMatchObject({ limitApi: { count: 6 }, limitLogin: { count: 9 } });
  expect(logged).toEqual([['info', { settings: ['LIMIT_API'] }, 'Settings are applied']]);
});

it('changes nothing with a fault in the file, and says each', () => {
  const { settings, logged, reload } = open({ LIMIT_API: '5/60' });
  write('LIMIT_API=6/60', 'LIMIT_LOGIN=many', 'LIMIT_APY=1');
  reload();
  expect(settings).toMatchObject({ limitApi: { count: 5 } });
  expect(logged).toEqual([
    [
      'error',
      { problems: [expect.stringMatching(/^LIMIT_APY/), expect.stringMatching(/^LIMIT_LOGIN/)] },
      expect.any(String),
    ],
  ]);
  write('LIMIT_API=6/60');
  reload();
  expect(settings).toMatchObject({ limitApi: { count: 6 } });
});

it('does nothing without a settings file', () => {
  const settings = readSettings({});
  const log = { level: 'info', info: expect.fail, warn: expect.fail, error: expect.fail };
  openSettingsReload({ settings, log }, {})();
  expect(settings).toEqual(readSettings({}));
});
