// Runs Prometheus Alertmanager, which sends its notifications to a send URL, if it is installed
// (`apt-get install prometheus-alertmanager`).
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { waitFor } from './database.ts';
import { freePort } from './kannel.ts';
import { throwawayFolder } from './throwaway.ts';

/** Whether Alertmanager and its command line are installed. */
export const hasAlertmanager = (): boolean =>
  ['prometheus-alertmanager', 'amtool'].every((name) => spawnSync(name, ['--version']).status === 0);

/**
 * Starts an Alertmanager with these receivers, as its configuration has them; the first gets all alerts.
 * Returns a function that raises an alert. It stops after the file's last test.
 */
export async function runAlertmanager(receivers: string): Promise<(name: string, summary: string) => void> {
  const folder = throwawayFolder();
  const file = join(folder, 'alertmanager.yml');
  const [, first] = /name: (\w+)/.exec(receivers)!;
  const times = 'group_wait: 10ms\n  group_interval: 1s\n  repeat_interval: 1h';
  writeFileSync(file, `route:\n  receiver: ${first}\n  group_by: [alertname]\n  ${times}\n${receivers}`);
  const address = `127.0.0.1:${await freePort()}`;
  const server = spawn(
    'prometheus-alertmanager',
    [
      ...[`--config.file=${file}`, `--storage.path=${join(folder, 'data')}`],
      ...[`--web.listen-address=${address}`, '--cluster.listen-address='],
    ],
    { stdio: 'ignore' },
  );
  afterAll(() => end(server));
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(isReady);
  return (name, summary) => {
    const labels = [`alertname=${name}`, `--annotation=summary=${summary}`];
    execFileSync('amtool', ['alert', 'add', `--alertmanager.url=http://${address}`, ...labels]);
  };
}

async function end(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
}
