// Starts the console, with the words before signing in and those that every page shares. The shell and the
// pages bring the rest of the words, so that the login page does not wait for them.
import { mount } from './mount.tsx';
import { routes } from './routes.tsx';
import { access } from './text/access/en.ts';
import { startLanguage } from './text/language.ts';
import { shared } from './text/shared/en.ts';

// Before the first render, so that nobody sees English turn into their language.
startLanguage().then(() => mount({ routes, texts: { ...shared, ...access } }));
