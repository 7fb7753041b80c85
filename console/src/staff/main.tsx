// Starts the staff pages with their texts and those of shared components.
import { mount } from '../mount.tsx';
import { files } from '../text/files/en.ts';
import { imports } from '../text/imports/en.ts';
import { lists } from '../text/lists/en.ts';
import { logs } from '../text/logs/en.ts';
import { secondFactor } from '../text/secondFactor/en.ts';
import { shared } from '../text/shared/en.ts';
import { shell } from '../text/shell/en.ts';
import { routes } from './routes.ts';
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
};

mount({ routes, texts });
