// Calls about one-time codes.
import type { GuardMode } from '@godwit/contract/projects';
import { readQuery, request } from './client.ts';

/** The codes of the last days, and the blocks of the guard. */
export const codesQuery = readQuery(['codes'], 'GET /codes');

/** Lets codes go to a blocked prefix again. */
export const unblockPrefix = (prefix: string) => request('POST /codes/unblock', { form: { prefix } });

/** Sets the mode and the lists of the guard of one-time codes. Prefixes are separated by commas. */
export const guardCodes = (id: string, form: { mode: GuardMode; allowed: string; refused: string }) =>
  request('POST /projects/:id/code_guard', { params: { id }, form });
