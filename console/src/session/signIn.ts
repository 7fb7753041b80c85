// The steps before and after a login and a logout in the browser.
import type { LoginRequest, Profile, Team } from '@godwit/contract/accounts/accounts';
import type { Language } from '@godwit/contract/languages';
import { fetchProfile, fetchTeams, login, loginWithCode, logout, updateLanguage } from '../api/accounts.ts';
import { paths } from '../paths.ts';
import { adoptLanguage } from '../text/language.ts';
import {
  clearSession,
  forgetPerson,
  storeChoice,
  storedChoice,
  storedTeamId,
  storeShell,
  storeTeam,
} from './storage.ts';

/**
 * Signs in, stores the team and gives the person; null where the account has a second factor, and
 * signInWithCode is to follow. Fails with the login's ApiError (4003, 4004, …).
 */
export async function signIn(form: LoginRequest): Promise<Profile | null> {
  const { second_factor: codeNeeded } = await login(form);
  return codeNeeded ? null : enter();
}

/** The second step of signIn. */
export async function signInWithCode(form: { code: string }): Promise<Profile> {
  await loginWithCode(form);
  return enter();
}

/**
 * After a session has begun: stores the team, which is the one of last time if it can be, shows the person's
 * language, unless another was chosen on the way here, and gives the person.
 */
export async function enter(): Promise<Profile> {
  storeShell(null);
  const [teams, profile] = await Promise.all([fetchTeams(), fetchProfile()]);
  const team = teams.find(({ id }) => id === storedTeamId()) ?? teams[0];
  if (team) storeTeam(team);
  return { ...profile, language: await showLanguageOf(profile) };
}

/**
 * Shows a person's language, unless another was chosen in this browser: that stays, and is kept with the
 * person; if this fails, it is tried again when the console is loaded next. Gives what is shown.
 */
export async function showLanguageOf({ language }: Pick<Profile, 'language'>): Promise<Language> {
  const chosen = storedChoice();
  if (chosen === null) await adoptLanguage(language);
  else await keepChosenLanguage().catch(() => {});
  return chosen ?? language;
}

let keeping: Promise<Language | null> = Promise.resolve(null);

/**
 * Keeps the language that was chosen last with the person who is signed in, one call after the other, so that
 * the last one arrives last. Null where none was, or another has been since.
 */
export function keepChosenLanguage(): Promise<Language | null> {
  keeping = keeping.then(keepChosen, keepChosen);
  return keeping;
}

async function keepChosen(): Promise<Language | null> {
  const language = storedChoice();
  if (language) await updateLanguage({ language });
  if (storedChoice() !== language) return null;
  storeChoice(null);
  return language;
}

/**
 * Signs a person out: the server ends the session, and the browser forgets it even if the server cannot be
 * reached, with all that the person has written: computers of a shop are shared. The full load leaves nothing
 * of the person in memory.
 */
export async function signOut(personId: string): Promise<void> {
  await logout().catch(() => {});
  leave(personId);
}

/** The part of signOut in the browser, for a session that has ended already. */
export function leave(personId: string): void {
  clearSession();
  storeChoice(null);
  forgetPerson(personId);
  location.assign(paths.login);
}

/**
 * Works for another of the person's teams from now on. The full load leaves nothing of the one before in
 * memory.
 */
export function switchTeam(team: Team): void {
  storeTeam(team);
  location.assign(paths.home);
}
