// What the staff bundle says: its own words, and those of the parts it shares with the console.
import { documents } from '../text/documents.ts';
import { lists } from '../text/lists.ts';
import { logs } from '../text/logs.ts';
import { secondFactor } from '../text/secondFactor.ts';
import { shared } from '../text/shared.ts';
import { shell } from '../text/shell.ts';
import { staff } from './text.ts';

export const staffTexts = {
  ...shared,
  ...shell,
  ...lists,
  ...logs,
  ...documents,
  ...secondFactor,
  ...staff,
};
