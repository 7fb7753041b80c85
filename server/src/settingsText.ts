// The settings as documentation and as a file to fill in, both generated.
import { SETTINGS } from './settings.ts';

/** The text of docs/configuration.md. */
export function settingsMarkdown(): string {
  const rows = Object.values(SETTINGS).map(
    ({ name, shownDefault, meaning }) => `| \`${name}\` | ${shownDefault} | ${meaning} |`,
  );
  const secrets = Object.values(SETTINGS).filter((setting) => setting.secret);
  return [
    '# Settings',
    '',
    'Generated from `server/src/settings.ts` by `node scripts/generate.ts`. All are environment variables; an empty one counts as not set.',
    'It refuses to start when one is wrong and says which, and why.',
    '',
    '| name | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
    `Secrets can come from a file instead: ${secrets.map(({ name }) => `\`${name}_FILE\``).join(', ')} take its path.`,
    '',
  ].join('\n');
}

/** The text of deploy/godwit.env: every setting, none set but where a package keeps its data. */
export function settingsFile(): string {
  const entries = Object.values(SETTINGS).flatMap(({ name, meaning, shownDefault, fallback, secret }) => [
    '',
    `# ${meaning}`,
    `# Default: ${shownDefault}.${secret ? ` Or ${name}_FILE, the path of a file that holds it.` : ''}`,
    name === 'DATA_DIR' ? 'DATA_DIR=/var/lib/godwit' : `#${name}=${fallback ?? ''}`,
  ]);
  return [
    '# Settings of Godwit, read when it starts. A value that holds # or begins or ends with a space stands in quotes.',
    ...entries.map((line) => line.replaceAll('`', '')),
    '',
  ].join('\n');
}
