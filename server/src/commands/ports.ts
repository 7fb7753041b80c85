// The ports of `godwit start`: reserves the port of HTTP early, and explains why a port cannot be used.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Settings } from '../settings.ts';
import { CommandError } from './report.ts';

/**
 * With PORT=0 the port is chosen here and not by listening: links in mails name it. It stays reserved until
 * `release`, since a start takes seconds. A port in use is found before anything binds to a carrier.
 * @throws CommandError with the reason if the port or the address cannot be used
 */
export async function reservePort(
  settings: Settings,
): Promise<{ settings: Settings; release: () => Promise<void> }> {
  if (!settings.roles.has('web')) return { settings, release: async () => {} };
  const probe = createServer((socket) => socket.destroy()).listen(settings.port, settings.host);
  await once(probe, 'listening').catch((error) => Promise.reject(explainListen(error, settings)));
  const { port } = probe.address() as AddressInfo;
  const release = async () => {
    if (!probe.listening) return;
    probe.close();
    await once(probe, 'close');
  };
  // A fixed port refuses connections until the service listens, as a proxy in front expects.
  if (settings.port !== 0) await release();
  const { publicUrl } = settings;
  const own = publicUrl.port === '0' ? new URL(`http://localhost:${port}`) : publicUrl;
  return { settings: { ...settings, port, publicUrl: own }, release };
}

/** Explains in a sentence why a port or an address cannot be used. */
export function explainListen(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  prefix = '',
): Error {
  const reason = {
    EADDRINUSE: `another program listens there, perhaps another Godwit. Stop it or set another ${prefix}PORT`,
    EACCES: `this user may not listen there. Set a ${prefix}PORT above 1023`,
    EADDRNOTAVAIL: `this machine has no such address. Set another ${prefix}HOST`,
    ENOTFOUND: `there is no such address. Set another ${prefix}HOST`,
  }[error.code ?? ''];
  return reason ? new CommandError(`Cannot listen on ${host}:${port}: ${reason}.`) : error;
}

/** The same for the port of SMPP or of mail. */
export function explainPort(
  error: NodeJS.ErrnoException,
  settings: Settings,
  prefix: 'SMPP' | 'SMTP_IN',
): Error {
  const { host, smppPort, smppHost, smtpInPort, smtpInHost } = settings;
  if (error.code === undefined) return error;
  const [protocol, at, port] =
    prefix === 'SMPP' ? ['SMPP', smppHost, smppPort] : ['SMTP', smtpInHost, smtpInPort];
  return new CommandError(
    `Cannot listen on ${at ?? host}:${port} for ${protocol} (${error.code}): set another ${prefix}_PORT or ${prefix}_HOST.`,
  );
}
