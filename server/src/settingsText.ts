// The settings as documentation and as a file to fill in, both generated.
import { RELOADED } from './settingReload.ts';
import { SETTINGS, type Settings } from './settings.ts';

/** The text of docs/configuration.md. */
export function settingsMarkdown(): string {
  const rows = Object.values(SETTINGS).map(
    ({ name, shownDefault, meaning }) =>
      `| \`${name}\` | ${shownDefault} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  const secrets = Object.values(SETTINGS).filter((setting) => setting.secret);
  return [
    '# Settings',
    '',
    'Settings are environment variables; an empty one counts as not set. Startup names every wrong setting, and why, and ends.',
    '',
    'Generated from `server/src/settings.ts` by `node scripts/generate.ts`.',
    '',
    '| name | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
    `If you use a settings file, a SIGHUP applies new values of these settings at once: ${reloadedNames()}. The others need a restart; the log names those that changed ([details](deployment.md#changing-settings)).`,
    '',
    `To read a secret from a file, set the file’s path instead: ${secrets.map(({ name }) => `\`${name}_FILE\``).join(', ')}.`,
    '',
  ].join('\n');
}

const reloadedNames = (): string =>
  Object.entries(SETTINGS)
    .filter(([key]) => RELOADED.has(key as keyof Settings))
    .map(([, { name }]) => `\`${name}\``)
    .join(', ');

/** The text of deploy/godwit.env: every setting, commented out except DATA_DIR. */
export function settingsFile(): string {
  const entries = Object.values(SETTINGS).flatMap(({ name, meaning, shownDefault, fallback, secret }) => [
    '',
    `# ${meaning}`,
    `# Default: ${shownDefault}.${secret ? ` ${name}_FILE names a file that holds it.` : ''}`,
    name === 'DATA_DIR' ? 'DATA_DIR=/var/lib/godwit' : `#${name}=${fallback ?? ''}`,
  ]);
  return [
    '# Settings of Godwit, read at startup. A SIGHUP applies changes of some (docs/configuration.md). Quote a value that contains # or begins or ends with a space.',
    ...entries.map((line) => line.replaceAll('`', '').replace(/\[(.+?)\]\((.+?)\)/g, '$1 (docs/$2)')),
    '',
  ].join('\n');
}
