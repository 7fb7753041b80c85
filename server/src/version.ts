// Which Godwit this is.
import { readFileSync } from 'node:fs';

/** The version of the release, as the server's package says it. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
