// The one catalogue of everything on screen, in English; a file per area, so that each stays readable.
import { access } from './access.ts';
import { contacts } from './contacts.ts';
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
  ...contacts,
};

/** The name of a text. */
export type TextId = keyof typeof catalogue;
