// Reads settings, and the files that they name, again while the service runs.
import { unwatchFile, watchFile } from 'node:fs';
import { createLog } from '../log.ts';
import type { Services } from '../services.ts';
import { openSettingsReload } from '../settingReload.ts';
import type { Settings } from '../settings.ts';

/** How often these files are looked at for changes. */
const WATCHED_EVERY_MS = 2_000;

/** The action on SIGHUP; null while the service starts and stops. */
export type HangUp = { act: (() => void) | null };

/** Handles SIGHUP from now on: without a handler it would end the process. */
export function handleHangUps(settings: Settings): HangUp {
  const hangUp: HangUp = { act: null };
  process.on('SIGHUP', () => {
    if (hangUp.act) hangUp.act();
    else createLog(settings).warn('SIGHUP is ignored while the service starts or stops');
  });
  return hangUp;
}

/**
 * Reads CARRIERS_FILE, RULES_FILE and PORTED_FILE again when they change, and these and the settings on a
 * SIGHUP, until it is stopped.
 * `network` also reads the network again if the database has it.
 */
export function reloadFiles(
  { settings, countryRules, log }: Pick<Services, 'settings' | 'countryRules' | 'log'>,
  network: () => void,
  hangUp: HangUp,
): () => Promise<void> {
  const files = [
    { path: settings.carriersFile, reload: network },
    { path: settings.rulesFile, reload: countryRules.reload },
    { path: settings.portedFile, reload: () => void countryRules.ported.reload() },
  ];
  const reloadSettings = openSettingsReload({ settings, log });
  hangUp.act = () => {
    reloadSettings();
    for (const { reload } of files) reload();
  };
  const watched = files.flatMap(({ path, reload }) => (path === null ? [] : [{ path, reload }]));
  // Looked at by its name, as an editor or a mounted volume puts another file in its place.
  for (const { path, reload } of watched)
    watchFile(path, { interval: WATCHED_EVERY_MS, persistent: false }, reload);
  return async () => {
    hangUp.act = null;
    for (const { path, reload } of watched) unwatchFile(path, reload);
  };
}
