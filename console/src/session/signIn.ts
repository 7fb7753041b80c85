// What surrounds a login and a logout in the browser.
import type { LoginRequest, Profile } from '@godwit/contract/accounts';
import { fetchProfile, fetchTeams, login, logout } from '../api/accounts.ts';
import { paths } from '../paths.ts';
import { clearSession, storeMode, storeTeam } from './storage.ts';

/** Signs in, stores the first team and gives the person. Fails with the login's ApiError (4003, 4004, …). */
export async function signIn(form: LoginRequest): Promise<Profile> {
  await login(form);
  return enter();
}

/** After a session has begun: stores the first team and gives the person. */
export async function enter(): Promise<Profile> {
  const [teams, profile] = await Promise.all([fetchTeams(), fetchProfile()]);
  if (teams[0]) storeTeam(teams[0]);
  if (!profile.id_verified) storeMode('TEST');
  return profile;
}

/**
 * Signs out: the server ends the session, and the browser forgets it even if the server cannot be reached. The full load
 * leaves nothing of the person in memory.
 */
export async function signOut(): Promise<void> {
  await logout().catch(() => {});
  clearSession();
  location.assign(paths.login);
}
