// Starts the console, with what is said before signing in and what every page shares. The shell and the pages bring the rest of the
// words, so that the login page does not wait for them.
import { mount } from './mount.tsx';
import { routes } from './routes.tsx';
import { access } from './text/access.ts';
import { startLanguage } from './text/language.ts';
import { languages } from './text/languages.ts';
import { shared } from './text/shared.ts';

// Before the first render, so that nobody sees English turn into their language.
startLanguage().then(() => mount({ routes, texts: { ...shared, ...languages, ...access } }));
