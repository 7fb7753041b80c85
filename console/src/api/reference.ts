// The OpenAPI description of the public API, and calls made with a project's key.
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { queryOptions } from '@tanstack/react-query';
import { selectProject } from '../session/context.ts';
import { request } from './client.ts';
import { errorFrom, noAnswer } from './errors.ts';

/** The part of JSON Schema that the description uses. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  enum?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: string | undefined;
};

type Content = Readonly<
  Record<
    string,
    { schema: Schema; example?: unknown; examples?: Readonly<Record<string, { value: unknown }>> }
  >
>;

export type Operation = {
  operationId: string;
  tags?: readonly string[];
  summary?: string;
  description: string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { description: string; content?: Content }>>;
};

/** The part of OpenAPI 3.1 that the description uses. */
export type OpenApi = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<'messageStatus' | 'incomingMessage', { post: Operation }>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

export const OPENAPI_PATH = '/v1/openapi.json';

/** Never stale, because it changes only with the server's version. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> => {
    const response = await fetch(OPENAPI_PATH, { signal }).catch((error: unknown) => {
      throw signal.aborted ? error : noAnswer();
    });
    if (!response.ok) throw await errorFrom(response);
    return response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The project shown in code samples. It has no key if the person may not see it. */
export type OwnProject = { project: Project; callbackSecret: string | null };

/** The selected project of the signed-in person, for public pages. Null if the person has none. */
export const ownProjectQuery = (storedId: string | null) =>
  queryOptions({
    queryKey: ['visitor', 'project', storedId],
    queryFn: async ({ signal }): Promise<OwnProject | null> => {
      const options = { open: true, signal } as const;
      const chosen = selectProject(await request('GET /projects', options), storedId);
      if (!chosen) return null;
      const input = { params: { id: chosen.id }, ...options };
      const [project, secret] = await Promise.all([
        request('GET /projects/:id', input),
        may(chosen.role, 'projects') ? request('GET /projects/:id/callback_secret', input) : null,
      ]);
      return { project, callbackSecret: secret?.secret ?? null };
    },
    retry: false,
  });

export type PublicRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  projectId: string;
  key: string;
  json?: unknown;
};

/** `body` is the parsed JSON, or the text if it is not JSON. */
export type PublicAnswer = { status: number; requestId: string | null; body: unknown };

/**
 * Makes a call with a project's key and returns the answer, also if it is an error. Rejects if no answer
 * arrives.
 */
export async function callPublic({
  method,
  path,
  projectId,
  key,
  json,
}: PublicRequest): Promise<PublicAnswer> {
  const headers: Record<string, string> = { authorization: `Basic ${btoa(`${projectId}:${key}`)}` };
  if (json !== undefined) headers['content-type'] = 'application/json';
  // Sends no cookies, as a program would.
  const init: RequestInit = { method, headers, credentials: 'omit' };
  if (json !== undefined) init.body = JSON.stringify(json);
  const response = await fetch(path, init).catch(() => {
    throw noAnswer();
  });
  const text = await response.text();
  return { status: response.status, requestId: response.headers.get('x-request-id'), body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
