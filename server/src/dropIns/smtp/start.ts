// Takes mail for number@domain from customers' programs, which log in over TLS with a project's id and one of
// its API keys. Nothing is relayed.
import { readFileSync } from 'node:fs';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Signals } from '../../db/signals.ts';
import { createLimiter, networkOf } from '../../http/rateLimit.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import type { CallKey, Credentials, Keys } from '../../projects/apiKeys.ts';
import { refuseScope } from '../../projects/keyLimits.ts';
import { RefusalError, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type IsEnabled, mailDomain, openIsEnabled } from '../dropIns.ts';
import { recipientOf, takeMail } from './mail.ts';
import { replyTo, SmtpError } from './replies.ts';
import { BoundedServer, SMTP_BOUNDS, type SmtpBounds } from './server.ts';

export type SmtpService = { port: number; stop(): Promise<void> };
export type SmtpParts = { accept: Accept; keys: Keys; signals: Pick<Signals, 'on'>; bounds?: SmtpBounds };

/** A connection that has logged in. */
type Login = { credentials: Credentials; key: CallKey };

/** The largest share of this process's connections for one team. */
const SHARE_OF_TEAM = 1 / 4;
/** The prefix of API keys. */
const KEY_MARK = 'gk_';
/** Length of a stranger's text shown in the log. */
const SHOWN_LENGTH = 64;

const LOGIN_FIRST =
  '5.7.0 Use STARTTLS, then log in with the project id and one of its API keys. Nothing was sent or charged.';
const WRONG = refuse('invalidCredentials', {
  description: 'Invalid credentials. Log in with the project id and one of its API keys.',
});
const OFF = refuse('notAllowed', {
  description:
    'This project does not accept mails, so nothing was sent. An owner or admin enables them in Settings, Drop-in APIs.',
});
const TOO_SLOW = '4.4.2 This took too long, so nothing was sent or charged. Send the mail again.';

/** Listens on SMTP_IN_PORT; rejects if it cannot. */
export async function startSmtp(services: Services, parts: SmtpParts): Promise<SmtpService> {
  const { settings, log } = services;
  const { bounds = SMTP_BOUNDS } = parts;
  const domain = mailDomain(settings);
  const options: SMTPServerOptions = {
    name: domain,
    ...{ key: readFileSync(settings.smtpInTlsKey!), cert: readFileSync(settings.smtpInTlsCert!) },
    ...{ minVersion: 'TLSv1.2', authMethods: ['PLAIN', 'LOGIN'], authRequiredMessage: LOGIN_FIRST },
    ...{ logger: false, disableReverseLookup: true, disabledCommands: ['WIZ', 'SHELL', 'KILL'] },
    // The address of a sender means nothing here, so a wrong one does no harm.
    lenientAddressParsing: true,
    ...{ size: bounds.octets, maxRecipients: bounds.recipients },
    maxClients: settings.smtpInMaxConnections,
  };
  const server = new BoundedServer(options, bounds);
  handle(server, services, { ...parts, bounds, domain });
  // Broken connections and handshakes.
  server.on('error', (err) => log.debug({ err }, 'A connection of a mail program failed'));
  const port = await server.start(settings.smtpInPort ?? 0, settings.smtpInHost ?? settings.host);
  log.info({ port }, 'Customers can send by mail');
  return { port, stop: () => server.stop() };
}

/** Sets what the server does with connections, logins, recipients and mails. */
function handle(
  server: BoundedServer,
  services: Services,
  { bounds, domain, ...parts }: SmtpParts & { bounds: SmtpBounds; domain: string },
): void {
  const { log } = services;
  const isEnabled = openIsEnabled(services, parts.signals);
  const login = openLogin(services, { ...parts, bounds, isEnabled });
  const toReply = (error: unknown): SmtpError => {
    const { reply, isUnexpected } = replyTo(error);
    if (isUnexpected) log.error({ err: error }, 'A mail could not be taken');
    return reply;
  };

  server.onConnect = (session, callback) => {
    const isDone = () => Boolean(session.user);
    server.limit(session, bounds.loginMs, { text: TOO_SLOW, isDone });
    callback();
  };

  server.onAuth = ({ username = '', password }, session, callback) => {
    login(server, session, { projectId: username, key: password ?? '' }).then(
      (user) => callback(null, { user }),
      (error) => callback(toReply(error)),
    );
  };

  server.onRcptTo = ({ address }, _session, callback) => {
    try {
      recipientOf(address, domain);
      callback();
    } catch (error) {
      callback(toReply(error));
    }
  };

  server.onData = (stream, session, callback) => {
    const stopClock = server.limit(session, bounds.mailMs, { text: TOO_SLOW });
    stream.once('end', stopClock).once('close', stopClock);
    const { credentials, key } = session.user as Login;
    const recipients = session.envelope.rcptTo.map(({ address }) => recipientOf(address, domain));
    const { length } = recipients;
    const line = { projectId: key.projectId, address: session.remoteAddress, recipients: length };
    const work = async () => {
      const octets = await readAll(stream, bounds.octets);
      const found = await findKey({ ...parts, isEnabled }, credentials, session);
      const address = session.remoteAddress;
      parts.keys.count(found, { scope: 'messages:send', address }, null);
      return takeMail(services, parts.accept, { key: found, octets, recipients });
    };
    server.during(session, work).then(
      (text) => {
        log.info(line, 'A mail was taken');
        callback(null, text);
      },
      (error) => {
        const reply = toReply(error);
        log.info({ ...line, reply: reply.responseCode }, 'A mail was refused');
        callback(reply);
      },
    );
  };
}

type Finding = Pick<SmtpParts, 'keys'> & { isEnabled: IsEnabled };

/** Finds the key of a connection, which may have been revoked since it logged in. */
async function findKey(
  { keys, isEnabled }: Finding,
  credentials: Credentials,
  { remoteAddress }: SMTPServerSession,
): Promise<CallKey> {
  const key = await keys.find(credentials, remoteAddress);
  if (!key) throw new RefusalError(WRONG);
  if (key.limits && !key.limits.has('messages:send')) throw new RefusalError(refuseScope('messages:send'));
  if (!(await isEnabled(key.projectId, 'SMTP'))) throw new RefusalError(OFF);
  return key;
}

/**
 * Opens the login. Wrong logins are counted by connection and by address; beyond the limit they end the
 * connection. A right key is let in all the same, so nobody locks out neighbours of the same address.
 */
function openLogin(
  { settings, log }: Pick<Services, 'settings' | 'log'>,
  { bounds, ...finding }: Finding & { bounds: SmtpBounds },
) {
  const limitWrong = createLimiter('smtp login', () => settings.limitLogin);
  const wrong = new WeakMap<SMTPServerSession, number>();

  function count(session: SMTPServerSession, projectId: string): void {
    const shown = projectId.includes(KEY_MARK) ? '(a key)' : projectId.slice(0, SHOWN_LENGTH);
    log.info({ projectId: shown, address: session.remoteAddress }, 'A login of a mail program was refused');
    const times = (wrong.get(session) ?? 0) + 1;
    wrong.set(session, times);
    try {
      limitWrong(networkOf(session.remoteAddress), null);
      if (times < bounds.wrongLogins) return;
    } catch {
      // The limit of the address is used up.
    }
    throw new SmtpError(421, '4.7.0 Too many wrong logins. Check the project id and the API key first.');
  }

  return async (
    server: BoundedServer,
    session: SMTPServerSession,
    credentials: Credentials,
  ): Promise<Login> => {
    const key = await findKey(finding, credentials, session).catch((error: unknown) => {
      if (error instanceof RefusalError) count(session, credentials.projectId);
      throw error;
    });
    const others = [...server.connections].flatMap(
      (one) => (one.session.user as Login | undefined)?.key ?? [],
    );
    const ofTeam = others.filter(({ teamId }) => teamId === key.teamId).length;
    const ofProject = others.filter(({ projectId }) => projectId === key.projectId).length;
    const most = Math.max(1, settings.smtpInMaxConnections * SHARE_OF_TEAM);
    if (ofProject >= bounds.perProject || ofTeam >= most)
      throw new SmtpError(421, '4.7.0 This project has too many connections. Close some first.');
    return { credentials, key };
  };
}

/**
 * The octets of a mail. A larger one is refused after its end, as its sender reads no reply before.
 */
async function readAll(stream: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > most)
    throw new RefusalError(
      refuse('tooLarge', { description: `The mail is larger than ${most} octets. Leave out attachments.` }),
    );
  return Buffer.concat(chunks);
}
