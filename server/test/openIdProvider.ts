// A local provider of single sign-on: `oidc-provider`, whose people sign in automatically. Tests can tamper
// with its tokens.
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT = { client_id: 'godwit', client_secret: 'a secret of the tests' };

type Person = {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
  amr?: string[];
  acr?: string;
};
type IdToken = Record<string, unknown>;

/**
 * Starts a provider, on any port or on that of an issuer that is already configured; it runs until it is
 * closed.
 */
export async function startProvider(redirectUris: string[], port = 0) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = {
    issuer,
    /** The person at the provider's page. */
    person: { sub: 'nimal', email: 'nimal@lanka.example' } as Person,
    /** Whether the provider refuses all sign-ins. */
    refuses: false,
    /**
     * Changes the claims of a token before it is signed again; returns a whole token to leave it unsigned.
     */
    tamper: null as ((claims: IdToken) => IdToken | string) | null,
    /** Milliseconds before each response. */
    slowMs: 0,
    visit: (url: string) => visit(url, issuer),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const provider = new Provider(issuer, configuration(state, redirectUris, jwk));
  provider.use(async (ctx, next) => {
    await next();
    const answered = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || !state.tamper || !answered?.id_token) return;
    const claims = JSON.parse(Buffer.from(answered.id_token.split('.')[1]!, 'base64url').toString());
    const tampered = state.tamper(claims);
    ctx.body = { ...answered, id_token: typeof tampered === 'string' ? tampered : signed(tampered) };
  });
  function signed(claims: IdToken): string {
    const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }
  const handle = provider.callback();
  server.on('request', async (request, response) => {
    if (state.slowMs > 0) await sleep(state.slowMs);
    if (!request.url?.startsWith('/interaction')) return handle(request, response);
    // The person gives every consent.
    const { sub: accountId, amr = [], acr } = state.person;
    const login = { accountId, amr, ...(acr && { acr }) };
    const result = state.refuses ? { error: 'access_denied' } : { login };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  return state;
}

/** Encodes a part of a token. */
export const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function configuration(state: { person: Person }, redirect_uris: string[], jwk: object): Configuration {
  return {
    clients: [{ ...CLIENT, redirect_uris, response_types: ['code'], grant_types: ['authorization_code'] }],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['a key of tests'] },
    claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    acrValues: ['two'],
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ email_verified: true, ...state.person, sub }),
    }),
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Follows the provider's redirects with a browser of its own until they lead back; returns that address. */
async function visit(start: string, issuer: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  while (url.origin === issuer) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const to = answer.headers.get('location');
    if (!to)
      throw new Error(
        `The provider did not redirect at ${answer.status}: ${(await answer.text()).slice(0, 500)}`,
      );
    url = new URL(to, url);
  }
  return url;
}
