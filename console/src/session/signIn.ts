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
 * Signs in, stores the team and returns the person. Returns null if the account has a second factor; then
 * call signInWithCode. Throws the login's ApiError (4003, 4004, …).
 */
export async function signIn(form: LoginRequest): Promise<Profile | null> {
  const { second_factor: codeNeeded } = await login(form);
  return codeNeeded ? null : completeLogin();
}

/** The second step of signIn. */
export async function signInWithCode(form: { code: string }): Promise<Profile> {
  await loginWithCode(form);
  return completeLogin();
}

/**
 * Completes the login: stores the team, if possible the last one, and shows the person's language unless
 * another was chosen in this browser. Returns the person.
 */
export async function completeLogin(): Promise<Profile> {
  storeShell(null);
  const [teams, profile] = await Promise.all([fetchTeams(), fetchProfile()]);
  const team = teams.find(({ id }) => id === storedTeamId()) ?? teams[0];
  if (team) storeTeam(team);
  return { ...profile, language: await showLanguageOf(profile) };
}

/**
 * Shows the person's language. If another was chosen in this browser, that one stays and is saved to the
 * account; a failure is retried on the next load. Returns the language on screen.
 */
export async function showLanguageOf({ language }: Pick<Profile, 'language'>): Promise<Language> {
  const chosen = storedChoice();
  if (chosen === null) await adoptLanguage(language);
  else await saveChosenLanguage().catch(() => {});
  return chosen ?? language;
}

let saving: Promise<Language | null> = Promise.resolve(null);

/**
 * Saves the language chosen in this browser to the account. Calls run one after another, so the last choice
 * is saved last. Resolves to null if there is no choice, or if a newer one has replaced it.
 */
export function saveChosenLanguage(): Promise<Language | null> {
  saving = saving.then(saveChosen, saveChosen);
  return saving;
}

async function saveChosen(): Promise<Language | null> {
  const language = storedChoice();
  if (language) await updateLanguage({ language });
  if (storedChoice() !== language) return null;
  storeChoice(null);
  return language;
}

/**
 * Ends the session on the server, and clears the browser even if the server cannot be reached. Deletes
 * everything the person has written, because people share computers. The full page load clears the memory.
 */
export async function signOut(personId: string): Promise<void> {
  await logout().catch(() => {});
  forgetSession(personId);
}

/** The browser's part of signOut, for a session that has already ended. */
export function forgetSession(personId: string): void {
  clearSession();
  storeChoice(null);
  forgetPerson(personId);
  location.assign(paths.login);
}

/** Switches to another of the person's teams. The full page load clears the memory of the previous one. */
export function switchTeam(team: Team): void {
  storeTeam(team);
  location.assign(paths.home);
}
