// A browser as the server sees it: cookies, CSRF token and team, over inject.
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { App } from '../src/http/types.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Body = {
  form?: Record<string, string>;
  json?: unknown;
  /** A body other than a form, with its content type in a header. */
  payload?: Buffer;
  headers?: Record<string, string>;
  /** The address of the client; default: this machine. */
  remoteAddress?: string;
};

/** Keeps cookies between calls, and sends the session's CSRF token with every state-changing one. */
export type Browser = {
  cookies: Map<string, string>;
  /** Sent with every call; undefined to send none. */
  teamId: string | undefined;
  get(url: string, options?: Body): Promise<LightMyRequestResponse>;
  post(url: string, form?: Record<string, string>, options?: Body): Promise<LightMyRequestResponse>;
  call(method: Method, url: string, options?: Body): Promise<LightMyRequestResponse>;
  /** Fetches a CSRF token. */
  csrf(): Promise<string>;
};

/** Opens a browser without cookies; `tokens` is the path that returns CSRF tokens. */
export function openBrowser(app: App, tokens = '/v1/web/generic/refresh_csrf'): Browser {
  const cookies = new Map<string, string>();

  async function send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...options.headers };
    const answer = await app.inject({ ...options, headers });
    for (const { name, value, maxAge, expires } of answer.cookies) {
      if (value === '' || maxAge === 0 || (expires && expires.getTime() <= Date.now())) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  const browser: Browser = {
    cookies,
    teamId: undefined,
    get: (url, options) => browser.call('GET', url, options),
    post: (url, form, options) => browser.call('POST', url, { ...(form && { form }), ...options }),
    async call(method, url, { form, json, payload, headers, remoteAddress } = {}) {
      const token = method === 'GET' ? undefined : await browser.csrf();
      return send({
        method,
        url,
        headers: {
          ...(token && { 'x-csrf-token': token }),
          ...(browser.teamId && { 'x-team-id': browser.teamId }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form && { payload: new URLSearchParams(form).toString() }),
        ...(remoteAddress && { remoteAddress }),
        ...(payload && { payload }),
        ...(json !== undefined && { payload: json as object }),
      });
    },
    async csrf() {
      const answer = await send({ method: 'GET', url: tokens });
      return (answer.json() as { id: string }).id;
    },
  };
  return browser;
}
