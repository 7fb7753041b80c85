// Calls about one's own account: name, password, second factor, sessions.
import type {
  ChangePasswordRequest,
  DeleteAccountRequest,
  UpdateProfileRequest,
} from '@godwit/contract/accounts/accounts';
import { openFile, readQuery, request } from './client.ts';

export const updateProfile = (form: UpdateProfileRequest) => request('PUT /profile', { form });

/** Ends all other sessions too. */
export const changePassword = (form: ChangePasswordRequest) => request('POST /profile/password', { form });

/** All that is held on the person, as JSON lines. */
export const openAccountFile = (signal: AbortSignal) => openFile('POST /profile/export', { signal });

/** Forgets the person, and closes the teams that have no one else. */
export const deleteAccount = (form: DeleteAccountRequest) => request('POST /profile/delete', { form });

/**
 * A new secret for an authenticator app, to type and as the address of a QR code. Nothing is on before a code
 * confirms it.
 */
export const beginSecondFactor = (form: { password: string }) =>
  request('POST /profile/second_factor/begin', { form });

/** Turns the second factor on and gives the recovery codes, this once. */
export const confirmSecondFactor = (form: { code: string }) =>
  request('POST /profile/second_factor/confirm', { form });

/** Replaces all recovery codes. */
export const newRecoveryCodes = (form: { code: string }) =>
  request('POST /profile/second_factor/recovery_codes', { form });

export const endSecondFactor = (form: { password: string }) =>
  request('POST /profile/second_factor/turn_off', { form });

export const sessionsQuery = readQuery(['sessions'], 'GET /sessions');

/** Ends every session but this one. */
export const endOtherSessions = () => request('DELETE /sessions/clear_inactive');
