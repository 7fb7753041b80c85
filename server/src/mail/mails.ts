// Every mail, by the language of who gets it. None holds what strangers typed: a person who registers a victim's address must not choose
// what it is sent. What people of the same team typed, such as a project's name, and reasons, which staff write, are never part of a subject.
import type { Language } from '@godwit/contract/languages';
import type { Mails } from './letter.ts';
import { en } from './words/en.ts';
import { si } from './words/si.ts';
import { ta } from './words/ta.ts';

export const MAILS: Record<Language, Mails> = { en, si, ta };
