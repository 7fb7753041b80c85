// Calls about projects.
import type { attemptsQuery, CallbackReplay } from '@godwit/contract/callbackLog';
import type { DropInKind } from '@godwit/contract/dropIns';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { QuietHours } from '@godwit/contract/numbers/quietHours';
import type { SendUrlFormat } from '@godwit/contract/sendUrls';
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import { readQuery, request } from './client.ts';

/** The parameters of GET callback_attempts. Times are instants. */
export type AttemptsFilter = z.infer<typeof attemptsQuery>;

export const projectsQuery = readQuery(['projects'], 'GET /projects');

/** One project with its keys, sender IDs and limits. */
export const projectQuery = (id: string) =>
  readQuery(['project', id], 'GET /projects/:id', { params: { id } });

export const createProject = (form: { name: string }) => request('POST /projects', { form });

/** Renames a project or changes its time zone. */
export const changeProject = (id: string, form: { name: string } | { timezone: string }) =>
  request('PUT /projects/:id', { params: { id }, form });

/** Replaces the key of a mode. The old key stops working. */
export const replaceKey = (id: string, mode: Mode) =>
  request('POST /projects/:id/update_keys', { params: { id }, form: { mode } });

/** Sets or clears the daily limit (in major units) and the percentage of it that triggers a warning. */
export type LimitForm = {
  daily_limit?: string;
  daily_warn_pct?: string;
  clear_daily_limit?: true;
  clear_daily_warn?: true;
};

export const limitProject = (id: string, form: LimitForm) =>
  request('POST /projects/:id/daily_limit', { params: { id }, form });

/** Replaces the list of blocked dial codes. */
export const blockCodes = (id: string, codes: readonly string[]) =>
  request('POST /projects/:id/blocked_codes', {
    params: { id },
    form: codes.length > 0 ? { codes: codes.join(',') } : { clear_codes: true },
  });

/**
 * Sets the hours, local to the recipient, during which promotional messages are held. Null turns quiet hours
 * off.
 */
export const holdInQuietHours = (id: string, hours: QuietHours | null) =>
  request('POST /projects/:id/quiet_hours', { params: { id }, form: hours ?? { clear_quiet_hours: true } });

export const archiveProject = (id: string) => request('POST /projects/:id/archive', { params: { id } });
export const restoreProject = (id: string) => request('POST /projects/:id/unarchive', { params: { id } });

/** The signing secret of the project's status callbacks. */
export const callbackSecretQuery = (id: string) =>
  readQuery(['callbackSecret', id], 'GET /projects/:id/callback_secret', { params: { id } });

export const rotateCallbackSecret = (id: string) =>
  request('POST /projects/:id/callback_secret/rotate', { params: { id } });

/** Posts to a URL once, with the signature of a status callback. */
export const testCallback = (id: string, url: string) =>
  request('POST /projects/:id/callback_tests', { params: { id }, form: { url } });

/** A page of callback attempts. The previous page stays on screen while the next one loads. */
export const callbackAttemptsQuery = (id: string, filter: AttemptsFilter) => ({
  ...readQuery(['callbackAttempts', id, filter], 'GET /projects/:id/callback_attempts', {
    params: { id },
    query: filter,
  }),
  placeholderData: keepPreviousData,
});

/** The replayed time ranges, newest first. */
export const callbackReplaysQuery = (id: string, mode: Mode) =>
  readQuery(['callbackReplays', id, mode], 'GET /projects/:id/callback_replays', {
    params: { id },
    query: { mode },
  });

export type ReplayForm = { mode: Mode; from: string; to: string; outcome: CallbackReplay['outcome'] };

/** Sends the callbacks of a time range again. Repeats with the same key start only one replay. */
export const replaySpan = (id: string, form: ReplayForm, idempotencyKey: string) =>
  request('POST /projects/:id/callback_replays', { params: { id }, form, idempotencyKey });

/** The named API keys, newest first. */
export const namedKeysQuery = (id: string) =>
  readQuery(['namedKeys', id], 'GET /projects/:id/api_keys', { params: { id } });

export type NamedKeyForm = Record<
  'name' | 'scopes' | 'networks' | 'per_second' | 'daily_cap' | 'expires_at',
  string
> & { mode: Mode };

/** Creates a named key. Only this answer has its secret. */
export const createNamedKey = (id: string, form: NamedKeyForm) =>
  request('POST /projects/:id/api_keys', { params: { id }, form });

/** Gives the name of a key to a new one. Only this answer has its secret. */
export const rotateNamedKey = (id: string, keyId: string, overlapHours: string) =>
  request('POST /projects/:id/api_keys/:key_id/rotate', {
    params: { id, key_id: keyId },
    form: { overlap_hours: overlapHours },
  });

export const revokeNamedKey = (id: string, keyId: string) =>
  request('DELETE /projects/:id/api_keys/:key_id', { params: { id, key_id: keyId } });

/** The drop-in APIs of a project. */
export const dropInsQuery = (id: string) =>
  readQuery(['dropIns', id], 'GET /projects/:id/drop_ins', { params: { id } });

export const changeDropIn = (id: string, kind: DropInKind, enabled: boolean) =>
  request('PUT /projects/:id/drop_ins/:kind', { params: { id, kind }, form: { enabled } });

export const sendUrlsQuery = (id: string) =>
  readQuery(['sendUrls', id], 'GET /projects/:id/send_urls', { params: { id } });

export type SendUrlForm = Record<'name' | 'sender' | 'recipients' | 'recipient_field' | 'body', string> & {
  mode: Mode;
  format: SendUrlFormat;
  signed: boolean;
  per_minute: string;
};

export const createSendUrl = (id: string, form: SendUrlForm) =>
  request('POST /projects/:id/send_urls', { params: { id }, form });

export const deleteSendUrl = (id: string, urlId: string) =>
  request('DELETE /projects/:id/send_urls/:url_id', { params: { id, url_id: urlId } });

/** The SMPP address and accounts. */
export const smppAccountsQuery = (id: string) =>
  readQuery(['smppAccounts', id], 'GET /projects/:id/smpp_accounts', { params: { id } });

export type SmppAccountForm = Record<'name' | 'networks' | 'throughput' | 'max_binds', string> & {
  mode: Mode;
};

/** Creates an account. Only this answer has its password. */
export const createSmppAccount = (id: string, form: SmppAccountForm) =>
  request('POST /projects/:id/smpp_accounts', { params: { id }, form });

export const revokeSmppAccount = (id: string, systemId: string) =>
  request('DELETE /projects/:id/smpp_accounts/:system_id', { params: { id, system_id: systemId } });

/** Continents and their countries with dial codes. They change only with the server's version. */
export const regionsQuery = {
  ...readQuery(['regions'], 'GET /generic/regions'),
  staleTime: Number.POSITIVE_INFINITY,
};

/** The ids of all time zones that a project can have. */
export const timezonesQuery = {
  ...readQuery(['timezones'], 'GET /generic/timezones'),
  staleTime: Number.POSITIVE_INFINITY,
};
