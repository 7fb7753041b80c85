// A customer's mail program, line by line over a socket, and the server that it talks to.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, onTestFinished } from 'vitest';
import { SMTP_BOUNDS, type SmtpBounds } from '../src/dropIns/smtp/server.ts';
import { type SmtpParts, type SmtpService, startSmtp } from '../src/dropIns/smtp/start.ts';
import { openKeys } from '../src/projects/apiKeys.ts';
import type { Settings } from '../src/settings.ts';
import type { TestApp } from './app.ts';
import { AUTHORITY, LOCALHOST, LOCALHOST_KEY } from './certificate.ts';
import { throwawayFolder } from './throwaway.ts';

/** The domain of the addresses in tests. */
export const DOMAIN = 'sms.example.com';

/** Settings with which a project may enable mail. */
export function smtpSettings(): Partial<Settings> {
  const folder = throwawayFolder();
  const [smtpInTlsCert, smtpInTlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(smtpInTlsCert, LOCALHOST);
  writeFileSync(smtpInTlsKey, LOCALHOST_KEY);
  return { smtpInPort: 0, smtpInDomain: DOMAIN, smtpInTlsCert, smtpInTlsKey };
}

/** Takes mail for an application on any free port, until the file's last test. */
export async function listenSmtp(
  t: TestApp,
  bounds: Partial<SmtpBounds> = {},
  { accept = t.messaging.accept }: Partial<SmtpParts> = {},
): Promise<SmtpService> {
  const keys = openKeys(t.services, t.signals);
  const all = { ...SMTP_BOUNDS, ...bounds };
  const service = await startSmtp(t.services, { accept, keys, signals: t.signals, bounds: all });
  afterAll(async () => {
    await service.stop();
    await keys.stop();
  });
  return service;
}

export type MailClient = {
  readonly socket: Socket;
  /** Sends a line, and returns the reply; '' if the connection ends. */
  say(line: string): Promise<string>;
  /** The next reply, such as the greeting. */
  reply(): Promise<string>;
  startTls(): Promise<void>;
  login(projectId: string, key: string): Promise<string>;
  /** Sends a mail, and returns the first reply that is no success, or the last. */
  mail(to: readonly string[], content: string): Promise<string>;
};

/** Connects and reads the greeting. The connection ends with the test. */
export async function connectSmtp(port: number, localAddress = '127.0.0.1'): Promise<MailClient> {
  let socket: Socket = connect({ host: '127.0.0.1', port, localAddress });
  onTestFinished(() => void socket.destroy());
  let buffer = '';
  let isOver = false;
  let wake = () => {};
  const listen = () => {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      buffer += text;
      wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      isOver = true;
      wake();
    });
  };
  listen();

  async function reply(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(buffer)?.[0];
      if (whole !== undefined) {
        buffer = buffer.slice(whole.length);
        return whole.trimEnd();
      }
      if (isOver) return '';
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`);
    return reply();
  };

  async function startTls(): Promise<void> {
    await say('EHLO program.example.com');
    await say('STARTTLS');
    socket.removeAllListeners('data').removeAllListeners('close');
    socket = connectTls({ socket, ca: AUTHORITY, servername: 'localhost' });
    await once(socket, 'secureConnect');
    listen();
    await say('EHLO program.example.com');
  }

  const login = (projectId: string, key: string) =>
    say(`AUTH PLAIN ${Buffer.from(`\0${projectId}\0${key}`).toString('base64')}`);

  async function mail(to: readonly string[], content: string): Promise<string> {
    const lines = [
      'RSET',
      'MAIL FROM:<app@program.example.com>',
      ...to.map((one) => `RCPT TO:<${one}>`),
      'DATA',
    ];
    for (const line of lines) {
      const answer = await say(line);
      if (!/^[23]/.test(answer)) return answer;
    }
    return say(`${content}\r\n.`);
  }

  const client = { reply, say, startTls, login, mail };
  const greeting = await reply();
  // A server that turns a connection away says so instead.
  if (!greeting.startsWith('220')) buffer = `${greeting}\r\n${buffer}`;
  return {
    ...client,
    get socket() {
      return socket;
    },
  };
}

/** Connects, and logs in over TLS. */
export async function logInSmtp(
  port: number,
  { id, key }: { id: string; key: string },
  localAddress?: string,
): Promise<MailClient> {
  const client = await connectSmtp(port, localAddress);
  await client.startTls();
  const answer = await client.login(id, key);
  if (!answer.startsWith('235')) throw new Error(`Not logged in: ${answer}`);
  return client;
}
