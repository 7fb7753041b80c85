// Staff look for a message: a log with masked texts, and the full trace of one message.
import type { MessageTrace } from '@godwit/contract/staff/operations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { maskText } from '../log/serialize.ts';

const t = await startEngine();
const { browser: support, email } = await makeStaff(t, { role: 'SUPPORT' });
const trace = async (id: string) =>
  (await support.get(`/v1/staff/messages/${id}/trace`)).json() as MessageTrace;
const kinds = ({ steps }: MessageTrace) => steps.map(({ kind }) => kind);

describe('the trace of a message', () => {
  it("has every step of a delivered message, with the carrier's answer for each part", async () => {
    const sender = await makeLiveSender(t);
    const body = 'Canary code 1234 '.repeat(12);
    const sent = await send(t, sender, { to: '+94771230001', body }, 'LIVE');
    await reaches(t, sender, sent, 'DELIVERED');
    const found = await waitFor(async () => {
      const now = await trace(sent.id);
      return now.refs.every(({ outcome }) => outcome) ? now : null;
    });
    expect(found).toMatchObject({
      message: {
        id: sent.id,
        to: '+94771230001',
        status: 'DELIVERED',
        state: 'delivered',
        charged: 1.6,
        segments: 2,
      },
      team: { id: sender.teamId },
      project: { id: sender.project.id, name: 'Shop' },
      waiting: null,
    });
    expect(kinds(found).filter((kind) => kind !== 'RECEIPT')).toEqual([
      'ACCEPTED',
      'MONEY',
      'QUEUED',
      'SUBMITTED',
      'SUBMITTED',
      'SENT',
      'DELIVERED',
    ]);
    expect(found.refs).toMatchObject([
      { link: 'simulator-live', part: 1, parts: 2, outcome: 'delivered' },
      { part: 2 },
    ]);
    const receipts = found.steps.filter(({ kind }) => kind === 'RECEIPT');
    expect(receipts).toHaveLength(2);
    expect(receipts[0]).toMatchObject({
      link: 'simulator-live',
      data: {
        command: 'deliver_sm',
        state: 'DELIVERED',
        esm_class: '0x04',
        source_addr: expect.stringContaining('94771230001'),
      },
    });
    expect(JSON.stringify(found)).not.toContain('Canary');
    expect(found.message.masked_body).toMatch(/^•{6} •{4} •{4} /);
    expect((await auditOf(t, 'TRACE_OPENED'))[0]).toMatchObject({
      staff_email: email,
      team_id: sender.teamId,
      subject: sent.id,
    });
  });

  it('is found by the number of the phone, over all teams and in both directions', async () => {
    const [one, other] = [await makeLiveSender(t), await makeLiveSender(t)];
    const to = '+94771239871';
    const first = await send(t, one, { to }, 'LIVE');
    const second = await send(t, other, { to }, 'TEST');
    await send(t, one, { to: '+94771239872' }, 'LIVE');
    const found = async (number: string) =>
      (await support.get(`/v1/staff/messages?number=${encodeURIComponent(number)}`)).json();
    expect(await found('077 123 9871')).toMatchObject([
      { id: second.id, to, mode: 'TEST', team: { id: other.teamId } },
      { id: first.id, to, mode: 'LIVE', team: { id: one.teamId } },
    ]);
    expect(await found('+94771239873')).toEqual([]);
    expect((await found('shop')).code).toBe(1002);
    expect(await auditOf(t, 'NUMBER_TRACED')).toContainEqual(
      expect.objectContaining({ staff_email: email, subject: to }),
    );
  });

  it('shows why a message failed, and the refund', async () => {
    const sender = await makeLiveSender(t);
    const refused = await send(t, sender, { to: '+94771230004' }, 'LIVE');
    await reaches(t, sender, refused, 'FAILED');
    const found = await trace(refused.id);
    expect(kinds(found)).toEqual(['ACCEPTED', 'MONEY', 'QUEUED', 'MONEY', 'ATTEMPT', 'FAILED']);
    expect(found.steps.find(({ kind }) => kind === 'ATTEMPT')).toMatchObject({
      link: 'simulator-live',
      detail: 'The carrier refused it.',
      data: { status: expect.stringMatching(/^ESME_/) },
    });
    expect(found.steps.filter(({ kind }) => kind === 'MONEY').map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^LKR 0\.80 charged/),
      'LKR 0.80 went back to the balance.',
    ]);
    expect(found.message).toMatchObject({ charged: 0, failure: { code: 'REJECTED' } });
    const path = `/v1/web/messages/${refused.id}?project_id=${sender.project.id}`;
    expect((await sender.browser.get(path)).json()).toMatchObject({ cost: 0.8, refunded: true });
  });

  it('names the attempts that were deferred', async () => {
    const sender = await makeLiveSender(t);
    const throttled = await send(t, sender, { to: '+94771230005' }, 'LIVE');
    await reaches(t, sender, throttled, 'DELIVERED');
    const attempts = (await trace(throttled.id)).steps.filter(({ kind }) => kind === 'ATTEMPT');
    expect(attempts.length).toBeGreaterThan(0);
    expect(attempts[0]).toMatchObject({
      detail: 'The carrier put it off; it is tried again.',
      data: { status: 'ESME_RTHROTTLED' },
    });
  });

  it('shows where a message waits, and that TEST costs nothing', async () => {
    const sender = await makeLiveSender(t);
    const scheduled = await send(t, sender, { to: '+94771230001', send_at: '2099-01-01' }).catch(() => null);
    expect(scheduled).toBeNull();
    const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const waiting = await send(t, sender, { to: '+94771230001', send_at: at });
    const found = await trace(waiting.id);
    expect(kinds(found)).toEqual(['ACCEPTED']);
    expect(found.waiting).toMatchObject({
      route: 'TEST:',
      priority: 0,
      due_at: `${at}.000Z`,
      attempts: 0,
      link: null,
    });
  });

  it('requires an existing message', async () => {
    for (const id of ['nothing', '018f3b2e-0000-7000-8000-000000000000']) {
      expect(((await support.get(`/v1/staff/messages/${id}/trace`)).json() as { code: number }).code).toBe(
        1001,
      );
    }
  });
});

describe('the log of a project', () => {
  it('shows messages as customers find them, without their texts', async () => {
    const sender = await makeLiveSender(t);
    const one = await send(t, sender, { to: '+94771230001', body: 'Canary 42: ආයුබෝවන්!' }, 'LIVE');
    await send(t, sender, { to: '+94770000001', body: 'Another' }, 'LIVE');
    const log = async (query: string, teamId = sender.teamId) =>
      (
        await support.get(
          `/v1/staff/teams/${teamId}/messages?mode=LIVE&project_id=${sender.project.id}${query}`,
        )
      ).json();
    expect(await log('')).toMatchObject({ total: 2, total_pages: 1, more: false });
    const found = await log('&q=0771230');
    expect(found.results).toMatchObject([{ id: one.id, to: '+94771230001', from: 'Lanka Shop' }]);
    expect(found.results[0].masked_body).toMatch(/^•{6} •{2}: •+!$/);
    expect((await log(`&q=${one.id}`)).total).toBe(1);
    expect((await log('&page_size=1&page_num=1')).results).toMatchObject([{ id: one.id }]);
    expect((await log('', (await makeLiveSender(t)).teamId)).code).toBe(1001);
    expect((await log('', 'nothing')).code).toBe(1001);
  });

  it('masks every letter and digit of every script, and keeps the length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const masked = maskText(text);
        expect(masked).not.toMatch(/[\p{L}\p{N}\p{M}]/u);
        expect([...masked]).toHaveLength([...text].length);
      }),
    );
  });
});
