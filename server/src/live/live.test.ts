// The event stream over a real socket: which events a page receives, which it must not, and when the stream
// ends.
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveEvents, liveEvents } from '@godwit/contract/live';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { waitFor } from '../../test/database.ts';
import { credit, makeSender, signIn } from '../../test/factories.ts';
import { creditTeam } from '../billing/balance.ts';
import { openSignals } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { transitionMessages } from '../messages/state/transitions.ts';
import { messagesTopic } from './changes.ts';
import { openStream } from './stream.ts';

const t = await testApp();
const { pool, log } = t.services;
await t.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = t.app.server.address() as AddressInfo;

type Sender = Awaited<ReturnType<typeof makeSender>>;
type Event = { [Name in keyof LiveEvents]: { event: Name; data: LiveEvents[Name] } }[keyof LiveEvents];
type Page = {
  status: number;
  body: string;
  events: Event[];
  ended: boolean;
  close(): void;
  headers: NodeJS.Dict<string | string[]>;
};

const pages: Page[] = [];
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
});

/** Opens the stream of a project as a page does; resolves when it is ready or refused. */
async function open(
  { browser, teamId, project }: Pick<Sender, 'browser' | 'teamId' | 'project'>,
  mode = 'TEST',
): Promise<Page> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const path = `/v1/web/events?project_id=${project.id}&mode=${mode}`;
  const call = request({ host: '127.0.0.1', port, path, headers: { cookie, 'x-team-id': teamId } });
  call.end();
  const [answer] = await once(call, 'response');
  const page: Page = {
    status: answer.statusCode,
    headers: answer.headers,
    body: '',
    events: [],
    ended: false,
    close: () => call.destroy(),
  };
  pages.push(page);
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    page.body += text;
    page.events = read(page.body);
  });
  answer.on('error', () => {});
  answer.on('close', () => {
    page.ended = true;
  });
  await waitFor(() => page.events.length > 0 || page.ended, { what: 'the first event' });
  return page;
}

/** Parses the complete events of a stream, each validated by its schema. */
function read(body: string): Event[] {
  return body
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (!event) return [];
      const schema = liveEvents[event as keyof LiveEvents];
      return [{ event, data: schema.parse(JSON.parse(data!)) } as Event];
    });
}

const received = <Name extends keyof LiveEvents>(page: Page, name: Name): LiveEvents[Name][] =>
  page.events.filter(({ event }) => event === name).map(({ data }) => data as LiveEvents[Name]);

async function send({ authorization }: Sender): Promise<SmsObject> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization.TEST },
    payload: { to: '+94771234567', from: 'SANDBOX', body: 'Hello' },
  });
  return answer.json() as SmsObject;
}

describe('an open page', () => {
  it("receives each status of its project's messages, and no other project’s", async () => {
    const [sender, other] = [await makeSender(t), await makeSender(t)];
    const [page, live, theirs] = [await open(sender), await open(sender, 'LIVE'), await open(other)];
    expect(page.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(page.body).toMatch(/^retry: 2000\n\nevent: ready\ndata: \{\}\n\n/);

    const { id } = await send(sender);
    const key = { teamId: sender.teamId, id };
    await waitFor(() => received(page, 'message').length === 1);
    await transaction(pool, (client) => transitionMessages(client, 'submitting', [key]));
    await transaction(pool, (client) => transitionMessages(client, 'sent', [key]));
    await waitFor(() => received(page, 'message').length === 2);
    await transaction(pool, (client) => transitionMessages(client, 'delivered', [key]));
    await waitFor(() => received(page, 'message').length === 3);
    expect(received(page, 'message')).toEqual([
      { id, status: 'ACCEPTED' },
      { id, status: 'SENT' },
      { id, status: 'DELIVERED' },
    ]);
    // The other project's event comes later, so an event of ours would have come first.
    const their = await send(other);
    await waitFor(() => received(theirs, 'message').length === 1);
    expect(received(theirs, 'message')).toEqual([{ id: their.id, status: 'ACCEPTED' }]);
    expect(received(live, 'message')).toEqual([]);
  });

  it('receives nothing of a rolled-back transaction', async () => {
    const sender = await makeSender(t);
    const { id } = await send(sender);
    const page = await open(sender);
    const key = { teamId: sender.teamId, id };
    await transaction(pool, (client) => transitionMessages(client, 'submitting', [key]));
    await transaction(pool, async (client) => {
      await transitionMessages(client, 'sent', [key]);
      throw new Error('rolled back');
    }).catch(() => {});
    const next = await send(sender);
    await waitFor(() => received(page, 'message').length > 0);
    expect(received(page, 'message')).toEqual([{ id: next.id, status: 'ACCEPTED' }]);
  });

  it('receives many at once as one refresh', async () => {
    const sender = await makeSender(t);
    const page = await open(sender);
    await Promise.all(Array.from({ length: 200 }, () => send(sender)));
    await waitFor(() => received(page, 'refresh').length > 0);
    expect(received(page, 'message').length).toBeLessThan(100);
  });

  it('receives the balance, also from another process', async () => {
    const sender = await makeSender(t);
    const page = await open(sender);
    await credit(t, sender.teamId, '12.50');
    await waitFor(() => received(page, 'balance').length === 1);
    expect(received(page, 'balance')).toEqual([{ balance: 12.5, display_balance: '12.50' }]);
    // Like the command, which has no signals of its own: only the database notifies.
    await transaction(pool, (client) =>
      creditTeam(client, { teamId: sender.teamId, amountMicros: 1_000_000n, reason: 'test' }),
    );
    await waitFor(() => received(page, 'balance').at(-1)?.balance === 13.5);
  });

  it('receives messages that another process moved', async () => {
    const sender = await makeSender(t);
    const page = await open(sender);
    const elsewhere = openSignals(pool, log);
    const { id } = await send(sender);
    await waitFor(() => received(page, 'message').length === 1);
    // It receives nothing until it is connected.
    await waitFor(async () => {
      elsewhere.send(messagesTopic(sender.project.id, 'TEST'), `${id}=FAILED`);
      return received(page, 'message').some(({ status }) => status === 'FAILED');
    });
    await elsewhere.close();
  });
});

describe('a stream ends', () => {
  it('when its session ends, and nothing more is sent', async () => {
    const sender = await makeSender(t);
    const page = await open(sender);
    await sender.browser.post('/v1/web/logout');
    // The cached session expires within a second; the next event ends the stream.
    await waitFor(async () => {
      await send(sender);
      return page.ended;
    });
    expect((await open(sender)).status).toBe(401);
  });

  it('on the server when the page goes', async () => {
    const sender = await makeSender(t);
    for (let round = 0; round < 3; round++) {
      const opened = await Promise.all(Array.from({ length: 10 }, () => open(sender)));
      expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200));
      const refused = await open(sender);
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 1006]);
      // Another session has its own ten.
      expect((await open({ ...sender, browser: await signIn(t, sender.person) })).status).toBe(200);
      for (const page of opened) page.close();
      await waitFor(async () => {
        const page = await open(sender);
        page.close();
        return page.status === 200;
      });
      await waitFor(() => opened.every(({ ended }) => ended));
    }
  });

  it('not, but does not open, if a person or a team has too many', async () => {
    const sender = await makeSender(t);
    const openTen = async (who: typeof sender) => {
      const opened = await Promise.all(Array.from({ length: 10 }, () => open(who)));
      return opened.map(({ status }) => status);
    };
    const again = async (who: typeof sender) => ({ ...who, browser: await signIn(t, who.person) });
    const ten = Array(10).fill(200);
    expect(await openTen(sender)).toEqual(ten);
    expect(await openTen(await again(sender))).toEqual(ten);
    expect((await open(await again(sender))).status).toBe(429);

    const colleagues = [await makeSender(t), await makeSender(t)];
    for (const { teamId } of colleagues) {
      await pool.query(
        `insert into team_members (team_id, user_id, role)
          select $1, user_id, 'VIEWER' from team_members where team_id = $2`,
        [sender.teamId, teamId],
      );
    }
    const [second, third] = colleagues.map((one) => ({
      ...one,
      teamId: sender.teamId,
      project: sender.project,
    }));
    expect(await openTen(second!)).toEqual(ten);
    expect(await openTen(await again(second!))).toEqual(ten);
    const refused = await open(third!);
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 1006]);
    // In a team of their own they have their own limit.
    expect((await open(colleagues[1]!)).status).toBe(200);
  });

  it('with the others when the server stops, without delaying it', async () => {
    const stopping = await testApp();
    await stopping.app.listen({ host: '127.0.0.1', port: 0 });
    const sender = await makeSender(stopping);
    const cookie = [...sender.browser.cookies].map((pair) => pair.join('=')).join('; ');
    const url = `http://127.0.0.1:${(stopping.app.server.address() as AddressInfo).port}`;
    const answer = await fetch(`${url}/v1/web/events?project_id=${sender.project.id}&mode=TEST`, {
      headers: { cookie },
    });
    const whole = answer.text();
    await stopping.app.close();
    expect(await whole).toContain('event: ready');
  });
});

it('a foreign project is refused exactly as a missing one', async () => {
  const [sender, other] = [await makeSender(t), await makeSender(t)];
  const foreign = await open({ ...sender, project: other.project });
  const missing = await open({ ...sender, project: { ...other.project, id: sender.teamId } });
  expect([foreign.status, JSON.parse(foreign.body).code]).toEqual([404, 1001]);
  expect(foreign.body).toBe(missing.body);
});

describe('the intervals of a stream', () => {
  it('keep the backlog of a slow reader small, and a flood to a few events a second', async () => {
    let listener = (_detail: string) => {};
    let looked = 0;
    const parts = {
      signals: {
        on: (topic: string, on: typeof listener) => {
          if (topic.startsWith('messages:')) listener = on;
          return () => {};
        },
      },
      isAllowed: async () => ++looked > 0,
      balance: async () => ({ balance: 0, display_balance: '0.00' }),
      onError: (error: unknown) => {
        throw error;
      },
    };
    const place = { teamId: 'team', project: { id: 'project', mode: 'TEST' as const } };
    const stream = openStream(place, parts, { flushMs: 20, sumMs: 100, heartbeatMs: 60_000 });
    const started = performance.now();
    let signals = 0;
    while (performance.now() - started < 500) {
      listener(`${signals}=SENT`);
      if (++signals % 100 === 0) await sleep(1);
    }
    const elapsedMs = performance.now() - started;
    stream.end();
    let body = '';
    for await (const chunk of stream.readable) body += chunk;
    const events = body.split('\n\n').filter((block) => block.startsWith('event'));
    expect(signals).toBeGreaterThan(1000);
    expect(events.filter((block) => block.includes('refresh')).length).toBeLessThanOrEqual(
      elapsedMs / 100 + 1,
    );
    expect(events.length).toBeLessThan(signals / 10);
    expect(looked).toBeLessThanOrEqual(elapsedMs / 20 + 1);
  });
});
