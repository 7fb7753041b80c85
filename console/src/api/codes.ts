// Calls about one-time codes.
import type { GuardMode } from '@godwit/contract/projects';
import type { VerifyProfile } from '@godwit/contract/publicApi/verifyProfiles';
import { readQuery, request } from './client.ts';

/** The codes of the last days, and the blocks of the guard. */
export const codesQuery = readQuery(['codes'], 'GET /codes');

/** Lets codes go to a blocked prefix again. */
export const unblockPrefix = (prefix: string) => request('POST /codes/unblock', { form: { prefix } });

/** Sets the mode and the lists of the guard of one-time codes. Prefixes are separated by commas. */
export const guardCodes = (id: string, form: { mode: GuardMode; allowed: string; refused: string }) =>
  request('POST /projects/:id/code_guard', { params: { id }, form });

/** The profiles of codes of a project, the oldest first. */
export const codeProfilesQuery = (id: string) =>
  readQuery(['codeProfiles', id], 'GET /projects/:id/verification_profiles', { params: { id } });

/** A profile without what the server adds. Null: as without a profile. */
export type ProfileForm = Omit<VerifyProfile, 'id' | 'created_at'>;

export const createCodeProfile = (id: string, json: ProfileForm) =>
  request('POST /projects/:id/verification_profiles', { params: { id }, json });

export const changeCodeProfile = (id: string, profileId: string, json: ProfileForm) =>
  request('PUT /projects/:id/verification_profiles/:profile_id', {
    params: { id, profile_id: profileId },
    json,
  });

export const deleteCodeProfile = (id: string, profileId: string) =>
  request('DELETE /projects/:id/verification_profiles/:profile_id', {
    params: { id, profile_id: profileId },
  });
