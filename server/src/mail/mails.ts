// Every mail, in the recipient's language. Mails contain nothing a stranger typed: a person who registers a
// victim's address must not choose the content. An invitation names the team only if the name follows the
// name rule, which excludes links and well-known names. Text by the same team or by staff never appears in
// a subject.
import type { Language } from '@godwit/contract/languages';
import type { Mails } from './letter.ts';
import { en } from './words/en.ts';
import { si } from './words/si.ts';
import { ta } from './words/ta.ts';

export const MAILS: Record<Language, Mails> = { en, si, ta };
