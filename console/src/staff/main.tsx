// Starts the staff pages.
import { mount } from '../mount.tsx';
import { routes } from './routes.tsx';
import { staffTexts } from './texts.ts';

mount({ routes, texts: staffTexts });
