// OpenID Connect sign-in: authorization code flow with PKCE, state and nonce. Only the protocol; accounts
// and staff decide which provider to use and who the person is.
import { AsyncLocalStorage } from 'node:async_hooks';
import { emailAddress } from '@godwit/contract/accounts/accounts';
import {
  PROVIDER_DENIED,
  PROVIDER_NOT_PUBLIC,
  PROVIDER_SILENT,
  SINGLE_SIGN_ON_FAILED,
} from '@godwit/contract/sentences/access';
import type { FastifyBaseLogger } from 'fastify';
import * as client from 'openid-client';
import { Agent } from 'undici';
import { guardedConnector, type Resolve } from '../outgoing/connect.ts';
import { type Refusal, refuse } from '../refusal.ts';

export { linkSubject } from './subjectQueries.ts';

/** Our client at a provider. `caller` limits concurrent sign-ins. */
export type Provider = { caller: string; issuer: string; clientId: string; clientSecret: string };

/** Values the provider must return, stored in the browser. */
export type Checks = { state: string; nonce: string; verifier: string };

/**
 * A provider's claims about a person. `subject` never changes; `email` is lower case, null if missing or
 * invalid.
 */
export type Claims = {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  amr: readonly string[];
  acr: string | null;
};

export type OpenIdOptions = {
  /** Also calls this machine and private networks, and over plain HTTP. */
  allowPrivate: boolean;
  totalMs?: number;
  resolve?: Resolve;
};

export type OpenId = ReturnType<typeof openOpenId>;

const CONNECT_MS = 3_000;
const TOTAL_MS = 8_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
/** Lifetime of a provider's cached endpoints and keys. */
const KNOWN_MS = 300_000;
const MOST_KNOWN = 50;
/** Sign-ins of one caller at a time: one whose provider is silent has these waiting, and no others. */
const MOST_WAITING = 10;
/** To one host, for all callers: two that have the same provider do not wait for each other. */
const MOST_CONNECTIONS = 200;
/** OpenID Connect Core 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const LONGEST_NAME = 100;
/** So far clocks may differ, in seconds. */
const CLOCK_TOLERANCE = 30;

/** Opens a client for providers, with its own connections. */
export function openOpenId({ allowPrivate, totalMs = TOTAL_MS, resolve }: OpenIdOptions) {
  const agent = new Agent({
    connect: guardedConnector({ allowPrivate, connectMs: CONNECT_MS, ...(resolve && { resolve }) }),
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_ANSWER_BYTES,
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
  });
  const deadline = new AsyncLocalStorage<AbortSignal>();
  const discover = openDiscovery(boundedFetch(agent, deadline), { allowPrivate, totalMs });
  const inTurn = createTurns(deadline, totalMs);

  return {
    /** The redirect to the provider, and the values it must return. */
    begin: (provider: Provider, { log, ...asked }: Asked & Logged): Promise<Begun | Refusal> =>
      inTurn(provider, log, async () => beginAt(await discover(provider), asked)),

    /** Takes what the browser came back with, `query` being that of its address. */
    finish: (provider: Provider, { log, ...came }: Came & Logged): Promise<Claims | Refusal> =>
      inTurn(provider, log, async () => finishAt(await discover(provider), came)),

    close: (): Promise<void> => agent.destroy(),
  };
}

type Logged = { log: FastifyBaseLogger };
type Asked = { redirectUri: string; email?: string; acr?: string | null };
type Begun = { url: string; checks: Checks };
type Came = { redirectUri: string; query: string; checks: Checks };

async function beginAt(config: client.Configuration, { redirectUri, email, acr }: Asked): Promise<Begun> {
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    ...(email && { login_hint: email }),
    ...(acr && { acr_values: acr }),
  });
  return { url: url.href, checks };
}

async function finishAt(config: client.Configuration, { redirectUri, query, checks }: Came): Promise<Claims> {
  const here = new URL(redirectUri);
  here.search = query;
  const tokens = await client.authorizationCodeGrant(config, here, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const idToken = tokens.claims()!;
  if (idToken.email !== undefined || !config.serverMetadata().userinfo_endpoint) return readClaims(idToken);
  // Many providers return the email only there.
  const told = await client.fetchUserInfo(config, tokens.access_token, idToken.sub);
  return readClaims({ ...told, ...idToken });
}

/**
 * No redirect is followed, and what is compressed is not unpacked: a provider needs neither, and both get
 * around the bounds. All steps of a call end at its one `deadline`.
 */
function boundedFetch(agent: Agent, deadline: AsyncLocalStorage<AbortSignal>): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const ends = deadline.getStore()!;
    const { origin, pathname, search } = new URL(url);
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: method as 'GET' | 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: body instanceof URLSearchParams ? body.toString() : ((body ?? null) as string | null),
      signal: signal ? AbortSignal.any([signal, ends]) : ends,
    });
    const type = answer.headers['content-type'];
    return new Response(answer.statusCode === 204 ? null : await answer.body.text(), {
      status: answer.statusCode,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };
}

/** The part of a provider's metadata that we keep. */
const KEPT = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'],
  ...['token_endpoint_auth_methods_supported', 'id_token_signing_alg_values_supported'],
  ...['userinfo_signing_alg_values_supported', 'authorization_response_iss_parameter_supported'],
];

/** Gives a provider's addresses and keys, which are remembered for a while: those of each caller once. */
function openDiscovery(
  fetch: client.CustomFetch,
  { allowPrivate, totalMs }: { allowPrivate: boolean; totalMs: number },
): (provider: Provider) => Promise<client.Configuration> {
  const known = new Map<string, { key: string; config: client.Configuration; untilMs: number }>();
  return async ({ caller, issuer, clientId, clientSecret }) => {
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    const found = known.get(caller);
    if (found?.key === key && performance.now() < found.untilMs) return found.config;
    const authenticate: client.ClientAuth = (as, ...rest) => {
      const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const way = methods.includes('client_secret_basic')
        ? client.ClientSecretBasic
        : client.ClientSecretPost;
      return way(clientSecret)(as, ...rest);
    };
    const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE };
    const told = await client.discovery(new URL(issuer), clientId, metadata, authenticate, {
      [client.customFetch]: fetch,
      timeout: totalMs / 1000,
      execute: allowPrivate ? [client.allowInsecureRequests] : [],
    });
    checkMetadata(told, issuer, allowPrivate);
    const fields = Object.entries(told.serverMetadata()).filter(([name]) => KEPT.includes(name));
    const server = Object.fromEntries(fields) as unknown as client.ServerMetadata;
    const config = new client.Configuration(server, clientId, metadata, authenticate);
    config[client.customFetch] = fetch;
    config.timeout = totalMs / 1000;
    // Signatures are looked at also of what came over TLS from the provider itself.
    client.enableNonRepudiationChecks(config);
    if (allowPrivate) client.allowInsecureRequests(config);
    known.delete(caller);
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
    known.set(caller, { key, config, untilMs: performance.now() + KNOWN_MS });
    return config;
  };
}

/**
 * Runs provider calls within the caller's slots. Refused (1014) if the slots are taken or the provider does
 * not answer, and (1013) if its answer is invalid.
 */
function createTurns(deadline: AsyncLocalStorage<AbortSignal>, totalMs: number) {
  const waiting = new Map<string, number>();
  return async <T>(
    { caller, issuer }: Provider,
    log: FastifyBaseLogger,
    act: () => Promise<T>,
  ): Promise<T | Refusal> => {
    const now = waiting.get(caller) ?? 0;
    if (now >= MOST_WAITING) return silent();
    waiting.set(caller, now + 1);
    try {
      return await deadline.run(AbortSignal.timeout(totalMs), act);
    } catch (error) {
      const code = codeOf(error);
      log.info({ issuer, code }, 'single sign-on failed');
      return SILENT.test(code) ? silent() : refuse('conflict', { description: wordsFor(code) });
    } finally {
      const left = waiting.get(caller)! - 1;
      if (left > 0) waiting.set(caller, left);
      else waiting.delete(caller);
    }
  };
}

/** The name of a provider is the one that was configured, and its page for people is a web page. */
function checkMetadata(config: client.Configuration, issuer: string, allowPlain: boolean): void {
  const { issuer: named, authorization_endpoint: page = '' } = config.serverMetadata();
  const bare = (text: string) => text.replace(/\/$/, '');
  const scheme = URL.parse(page)?.protocol;
  if (bare(named) !== bare(issuer) || !(scheme === 'https:' || (allowPlain && scheme === 'http:')))
    throw Object.assign(new Error('metadata'), { code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' });
}

function readClaims(told: Record<string, unknown> & { sub: string }): Claims {
  if (!SUBJECT.test(told.sub)) throw Object.assign(new Error('subject'), { code: 'INVALID_SUBJECT' });
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  // The provider's operator writes these names, which mails and screens show.
  const name = (value: string) =>
    value
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, LONGEST_NAME)
      .toWellFormed();
  const [first = '', ...rest] = text(told.name).split(/\s+/);
  return {
    subject: told.sub,
    email: emailAddress.safeParse(told.email).data ?? null,
    // Microsoft's claim that the domain's owner has verified the address.
    emailVerified: told.email_verified === true || told.xms_edov === true,
    firstName: name(text(told.given_name) || first),
    lastName: name(text(told.family_name) || rest.join(' ')),
    amr: Array.isArray(told.amr) ? told.amr.filter((one) => typeof one === 'string') : [],
    acr: text(told.acr) || null,
  };
}

const SILENT = /TIMEOUT|TimeoutError|ABORTED|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|EHOST|UND_ERR_SOCKET/;

/** The innermost code of an error, or its name: never its words, which may hold what was sent. */
function codeOf(error: unknown): string {
  const {
    code,
    name,
    cause,
    error: answered,
  } = error as {
    code?: unknown;
    name?: string;
    cause?: unknown;
    error?: unknown;
  };
  if (typeof answered === 'string')
    return `answered ${/^[a-z_]{1,60}$/.test(answered) ? answered : 'what is no code'}`;
  if (cause instanceof Error) return codeOf(cause);
  return typeof code === 'string' ? code : (name ?? 'Error');
}

function silent(): Refusal {
  const description = `${PROVIDER_SILENT} Try again in a moment.`;
  return refuse('unavailable', { description, retryAfterSeconds: 10 });
}

function wordsFor(code: string): string {
  if (code === 'FORBIDDEN_ADDRESS') return PROVIDER_NOT_PUBLIC;
  if (code === 'answered access_denied') return PROVIDER_DENIED;
  return `${SINGLE_SIGN_ON_FAILED} Code: ${code}.`;
}
