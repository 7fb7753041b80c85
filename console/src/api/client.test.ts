// The client and the answers of a server: tokens, teams, refusals, an ended session.

import type { consoleCalls } from '@godwit/contract/calls/console';
import { describe, expect, it, vi } from 'vitest';
import { attention, type ClientParts, createClient } from './client.ts';
import { ApiError } from './errors.ts';

type Sent = { url: string; init: RequestInit };
type Answer = { status?: number; body?: unknown };

const TOKEN_PATH = '/v1/web/generic/refresh_csrf';

/**
 * Makes a client. Its server takes the answers of each path from a list, in order, and numbers the tokens.
 */
function setUp(answers: Record<string, Answer[]>, parts: Partial<ClientParts> = {}) {
  const sent: Sent[] = [];
  let token: string | null = null;
  let tokens = 0;
  const all: ClientParts = {
    base: '/v1/web',
    csrfPath: '/generic/refresh_csrf',
    fetch: async (url, init) => {
      sent.push({ url, init });
      if (url === TOKEN_PATH) {
        tokens += 1;
        return Response.json({ id: `token-${tokens}` });
      }
      const { status = 200, body = {} } = answers[url]?.shift() ?? {};
      return Response.json(body, { status, headers: { 'x-request-id': 'request-1' } });
    },
    upload: async (url, init, onSent) => {
      onSent(1);
      return all.fetch(url, init);
    },
    teamId: () => 'team-1',
    csrf: {
      read: () => token,
      write: (next) => {
        token = next;
      },
    },
    relogin: vi.fn(async () => true),
    signOut: vi.fn(),
    ...parts,
  };
  const header = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name);
  return { request: createClient<typeof consoleCalls>(all).request, parts: all, sent, header };
}

const refused = { status: 403, body: { code: 1005, description: 'The CSRF token is missing or wrong.' } };
const signedOut = { status: 401, body: { code: 4001, description: 'Sign in first.' } };
const createProject = [
  'POST /projects',
  { form: { name: 'Shop & Co', note: null, left: undefined } },
] as const;

describe('requests', () => {
  it('send a form with the team and a CSRF token that is fetched once', async () => {
    const { request, sent, header } = setUp({});
    await request(...createProject);
    await request(...createProject);
    expect(sent.map(({ url }) => url)).toEqual([TOKEN_PATH, '/v1/web/projects', '/v1/web/projects']);
    expect(String(sent[1]?.init.body)).toBe('name=Shop+%26+Co&note=');
    expect(header(1, 'x-csrf-token')).toBe('token-1');
    expect(header(2, 'x-csrf-token')).toBe('token-1');
    expect(header(1, 'x-team-id')).toBe('team-1');
  });

  it('send reads without a token and omit undefined parameters', async () => {
    const { request, sent, header } = setUp({});
    await request('GET /messages', { query: { project_id: 'p', mode: 'TEST', page_num: 0, q: undefined } });
    expect(sent.map(({ url }) => url)).toEqual(['/v1/web/messages?project_id=p&mode=TEST&page_num=0']);
    expect(header(0, 'x-csrf-token')).toBeNull();
  });

  it('are marked as unattended while nobody uses the page', async () => {
    const { request, header } = setUp({});
    await request('GET /contacts');
    attention.headers = { 'x-unattended': '1' };
    await request('GET /contacts').finally(() => {
      attention.headers = {};
    });
    expect([header(0, 'x-unattended'), header(1, 'x-unattended')]).toEqual([null, '1']);
  });

  it('have no team while signed out', async () => {
    const { request, header } = setUp({});
    await request('POST /login', { form: { user_id: 'a', password: 'b' }, anonymous: true });
    expect(header(1, 'x-team-id')).toBeNull();
  });

  it('share one token fetch if they start together', async () => {
    const { request, sent } = setUp({});
    await Promise.all([request(...createProject), request(...createProject)]);
    expect(sent.filter(({ url }) => url === TOKEN_PATH)).toHaveLength(1);
  });
});

describe('a refused token', () => {
  it('is replaced, and the call is repeated once', async () => {
    const { request, parts, header, sent } = setUp({ '/v1/web/projects': [refused, { body: { id: 'p' } }] });
    await expect(request(...createProject)).resolves.toEqual({ id: 'p' });
    expect(header(3, 'x-csrf-token')).toBe('token-2');
    expect(sent).toHaveLength(4);
    expect(parts.signOut).not.toHaveBeenCalled();
  });

  it('signs out if the new one is refused too', async () => {
    const { request, parts, sent } = setUp({ '/v1/web/projects': [refused, refused, {}] });
    await expect(request(...createProject)).rejects.toMatchObject({ status: 403, code: 1005 });
    expect(parts.signOut).toHaveBeenCalledOnce();
    expect(sent.filter(({ url }) => url === '/v1/web/projects')).toHaveLength(2);
  });

  it('does not drop a newer token that another call has fetched', async () => {
    const { request, parts, sent } = setUp({});
    parts.csrf.write('old');
    const send = parts.fetch;
    parts.fetch = async (url, init) => {
      const answer = await send(url, init);
      if (new Headers(init.headers).get('x-csrf-token') !== 'old') return answer;
      parts.csrf.write('newer');
      return Response.json(refused.body, { status: 403 });
    };
    await request(...createProject);
    expect(sent.filter(({ url }) => url === TOKEN_PATH)).toHaveLength(0);
  });
});

describe('an ended session', () => {
  it('repeats the call after a new login', async () => {
    const { request, parts } = setUp({ '/v1/web/projects': [signedOut, { body: { id: 'p' } }] });
    await expect(request(...createProject)).resolves.toEqual({ id: 'p' });
    expect(parts.relogin).toHaveBeenCalledOnce();
  });

  it('fails the call when the person leaves', async () => {
    const { request } = setUp({ '/v1/web/projects': [signedOut] }, { relogin: async () => false });
    await expect(request(...createProject)).rejects.toMatchObject({ status: 401, code: 4001 });
  });

  it('opens no dialog if the login itself is refused', async () => {
    const wrong = { status: 401, body: { code: 4003, description: 'Invalid credentials.' } };
    const { request, parts } = setUp({ '/v1/web/login': [wrong] });
    const call = request('POST /login', { form: { user_id: 'a', password: 'b' }, anonymous: true });
    await expect(call).rejects.toMatchObject({ code: 4003, requestId: 'request-1' });
    expect(parts.relogin).not.toHaveBeenCalled();
  });
});

describe('errors', () => {
  it('list invalid fields', async () => {
    const body = { code: 1002, description: 'Invalid argument.', fields: { name: 'Too long' } };
    const { request } = setUp({ '/v1/web/projects': [{ status: 400, body }] });
    const error = await request(...createProject).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 1002, fields: { name: 'Too long' } });
  });

  it('are unexpected if the answer is not a known error', async () => {
    const { request } = setUp({ '/v1/web/profile': [{ status: 502, body: '<html>' }] });
    await expect(request('GET /profile')).rejects.toMatchObject({ status: 502, code: 1000 });
  });

  it('have status 0 if no answer arrived', async () => {
    const offline = { fetch: () => Promise.reject(new TypeError('network')) };
    const { request } = setUp({}, offline);
    await expect(request('GET /profile')).rejects.toMatchObject({ status: 0, code: 0 });
  });
});
