// Postman's own importer makes a collection of the description, and its runner calls everything in it.
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import { expect, it } from 'vitest';
import { testApp } from './app.ts';
import { addSender, credit, makeSender, verifyTeam } from './factories.ts';
import { installedPackage } from './installed.ts';

/** The settings that docs/clients.md names. */
const SETTINGS = { parametersResolution: 'Example', enableOptionalParameters: false } as const;

type Done<Result> = (error: Error | null, result: Result) => void;
type Importer = {
  convertV2(
    input: { type: 'json'; data: object },
    settings: typeof SETTINGS,
    done: Done<{ output: { data: object }[] }>,
  ): void;
};
type Runner = {
  run(
    options: { collection: object; envVar: { key: string; value: string }[] },
    done: Done<{ run: { executions: Execution[] } }>,
  ): void;
};
type Execution = {
  request: { method: string; url: { path: string[] } };
  response: { code: number; json(): { code: number } };
};

const importer = installedPackage<Importer>('openapi-to-postmanv2');
const runner = installedPackage<Runner>('newman');
const isInstalled = importer !== null && runner !== null;
if (!isInstalled)
  console.log('openapi-to-postmanv2 or newman is not installed for all users: Postman is not tried');

/** The sender ids of the examples. */
const SENDERS = new Set(
  PUBLIC_CALLS.map(({ body }) => (body?.example as { from?: string } | undefined)?.from).filter(
    (from) => from !== undefined,
  ),
);

const finished = <Result>(start: (done: Done<Result>) => void) =>
  new Promise<Result>((resolve, reject) =>
    start((error, result) => (error ? reject(error) : resolve(result))),
  );

/**
 * The errors that examples may answer: their ids are of nothing, and a TEST key does not change what LIVE
 * uses.
 */
const USUAL = { TEST: [1001, 1004], LIVE: [1001] };
/** The log asks for a page; the date of an example may have passed. */
const SPECIAL: Record<string, number> = { 'GET /v1/messages': 1002, 'POST /v1/campaigns': 1002 };

it('each call has a summary of its own, by which Postman names it', () => {
  expect(new Set(PUBLIC_CALLS.map(({ summary }) => summary)).size).toBe(PUBLIC_CALLS.length);
});

it.each(isInstalled ? (['TEST', 'LIVE'] as const) : [])('every call runs with a %s key', async (mode) => {
  const t = await testApp();
  const { project, teamId } = await makeSender(t);
  await verifyTeam(t, teamId);
  await credit(t, teamId, '1000');
  for (const sender of SENDERS) await addSender(t, { teamId, projectId: project.id, sender });
  const url = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const description = (await t.app.inject('/v1/openapi.json')).json();
  const { output } = await finished<{ output: { data: object }[] }>((done) =>
    importer!.convertV2({ type: 'json', data: description }, SETTINGS, done),
  );
  const variables = {
    baseUrl: url,
    basicAuthUsername: project.id,
    basicAuthPassword: mode === 'LIVE' ? project.api_key_live : project.api_key_test,
  };
  const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
  const { run } = await finished<{ run: { executions: Execution[] } }>((done) =>
    runner!.run({ collection: output[0]!.data, envVar }, done),
  );
  const refused = run.executions.flatMap(({ request: { method, url }, response }) => {
    if (response.code < 300) return [];
    const { code } = response.json();
    const call = `${method} /${url.path.join('/')}`;
    return USUAL[mode].includes(code) || SPECIAL[call] === code
      ? []
      : [{ call, status: response.code, code }];
  });
  expect(refused).toEqual([]);
  expect(run.executions.length).toBe(PUBLIC_CALLS.length);
});
