// Calls about the person's account: name, password, second factor, sessions.
import type {
  ChangePasswordRequest,
  DeleteAccountRequest,
  UpdateProfileRequest,
} from '@godwit/contract/accounts/accounts';
import { openFile, readQuery, request } from './client.ts';

export const updateProfile = (form: UpdateProfileRequest) => request('PUT /profile', { form });

/** Changes the password and ends all other sessions. */
export const changePassword = (form: ChangePasswordRequest) => request('POST /profile/password', { form });

/** All data stored about the person, as JSON lines. */
export const openAccountFile = (signal: AbortSignal) => openFile('POST /profile/export', { signal });

/** Deletes the person's account and closes the teams that have no other member. */
export const deleteAccount = (form: DeleteAccountRequest) => request('POST /profile/delete', { form });

/**
 * Returns a new secret for an authenticator app, as text and as the address for a QR code. Has no effect
 * until a code confirms it.
 */
export const beginSecondFactor = (form: { password: string }) =>
  request('POST /profile/second_factor/begin', { form });

/** Turns the second factor on and returns the recovery codes, which are never shown again. */
export const confirmSecondFactor = (form: { code: string }) =>
  request('POST /profile/second_factor/confirm', { form });

/** Replaces all recovery codes. */
export const newRecoveryCodes = (form: { code: string }) =>
  request('POST /profile/second_factor/recovery_codes', { form });

export const endSecondFactor = (form: { password: string }) =>
  request('POST /profile/second_factor/turn_off', { form });

export const sessionsQuery = readQuery(['sessions'], 'GET /sessions');

/** Ends all sessions except this one. */
export const endOtherSessions = () => request('DELETE /sessions/clear_inactive');
