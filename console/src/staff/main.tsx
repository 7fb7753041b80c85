// Starts the staff pages, with what they say: their own words, and those of the parts they share with the console.
import { mount } from '../mount.tsx';
import { files } from '../text/files.ts';
import { imports } from '../text/imports.ts';
import { lists } from '../text/lists.ts';
import { logs } from '../text/logs.ts';
import { secondFactor } from '../text/secondFactor.ts';
import { shared } from '../text/shared.ts';
import { shell } from '../text/shell.ts';
import { staffPayments } from './paymentsText.ts';
import { routes } from './routes.tsx';
import { staff } from './text.ts';

const texts = {
  ...shared,
  ...shell,
  ...lists,
  ...logs,
  ...secondFactor,
  ...files,
  ...imports,
  ...staff,
  ...staffPayments,
};

mount({ routes, texts });
