// The texts around every signed-in page; each page brings its own.
import { access } from './access.ts';
import { lists } from './lists.ts';
import { shared } from './shared.ts';
import { shell } from './shell.ts';

export const shellTexts = { ...shared, ...shell, ...lists, ...access };
