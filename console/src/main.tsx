// Starts the console.
import { mount } from './mount.tsx';
import { routes } from './routes.tsx';
import { startTexts } from './text/start.ts';

mount({ routes, texts: startTexts });
