// Starts the console with the text of the login page and the text that all pages share. The shell and the
// pages load the rest, so the login page does not wait for it.
import { mount } from './mount.tsx';
import { routes } from './routes.tsx';
import { access } from './text/access/en.ts';
import { startLanguage } from './text/language.ts';
import { shared } from './text/shared/en.ts';

// Loads the language before the first render, so that no English flashes.
startLanguage().then(() => mount({ routes, texts: { ...shared, ...access } }));
