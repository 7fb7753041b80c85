// The texts that come with the start: what is said before signing in, and what every page shares. The shell and the pages bring
// the rest, so that the login page does not wait for the words of pages behind it.
import { access } from './access.ts';
import { shared } from './shared.ts';

export const startTexts = { ...shared, ...access };
