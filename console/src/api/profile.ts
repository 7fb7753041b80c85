// Calls about one's own account: name, password, second factor, sessions.
import type {
  ChangePasswordRequest,
  DeleteAccountRequest,
  Profile,
  Session,
  UpdateProfileRequest,
} from '@godwit/contract/accounts';
import type { RecoveryCodes, SetUp } from '@godwit/contract/secondFactor';
import { openFile, post, readQuery, request } from './client.ts';

export const updateProfile = (form: UpdateProfileRequest): Promise<Profile> =>
  request({ method: 'PUT', path: '/profile', form });

/** Ends all other sessions too. */
export const changePassword = (form: ChangePasswordRequest) => post('/profile/password', form);

/** All that is held on the person, as JSON lines. */
export const openAccountFile = (signal: AbortSignal) =>
  openFile({ method: 'POST', path: '/profile/export', signal });

/** Forgets the person, and closes the teams that have no one else. */
export const deleteAccount = (form: DeleteAccountRequest) => post('/profile/delete', form);

/** A new secret for an authenticator app, to type and as the address of a QR code. Nothing is on before a code confirms it. */
export const beginSecondFactor = (form: { password: string }) =>
  post<SetUp>('/profile/second_factor/begin', form);

/** Turns the second factor on and gives the recovery codes, this once. */
export const confirmSecondFactor = (form: { code: string }) =>
  post<RecoveryCodes>('/profile/second_factor/confirm', form);

/** Recovery codes in place of all earlier ones. */
export const newRecoveryCodes = (form: { code: string }) =>
  post<RecoveryCodes>('/profile/second_factor/recovery_codes', form);

export const endSecondFactor = (form: { password: string }) => post('/profile/second_factor/turn_off', form);

export const sessionsQuery = readQuery<Session[]>(['sessions'], '/sessions');

/** Ends every session but this one. */
export const endOtherSessions = (): Promise<unknown> =>
  request({ method: 'DELETE', path: '/sessions/clear_inactive' });
