// The one catalogue of everything on screen, in English; a file per area, so that each stays readable.
import type { staff } from '../staff/text.ts';
import { access } from './access.ts';
import { documents } from './documents.ts';
import { home } from './home.ts';
import { lists } from './lists.ts';
import { logs } from './logs.ts';
import { senderId } from './senderId.ts';
import { sendSms } from './sendSms.ts';
import { settings } from './settings.ts';
import { shared } from './shared.ts';
import { verification } from './verification.ts';

export const catalogue = {
  ...shared,
  ...lists,
  ...access,
  ...home,
  ...sendSms,
  ...logs,
  ...settings,
  ...documents,
  ...verification,
  ...senderId,
};

/** The name of a text. Those of the staff pages are loaded by their bundle alone. */
export type TextId = keyof typeof catalogue | keyof typeof staff;
