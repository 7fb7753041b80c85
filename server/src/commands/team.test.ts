import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { requestSender } from '../../test/requests.ts';
import type { Runtime } from '../runtime.ts';
import { senderAdd, senderApprove, senderReject, teamUnverify, teamVerify } from './team.ts';

const t = await testApp();
const runtime = t.services as Runtime;

describe('decisions from the command line', () => {
  it('are in the audit log like those of staff', async () => {
    const one = await requestSender(t);
    await teamVerify(runtime, [one.person.email]);
    await senderAdd(runtime, [one.project.id, 'AShop'], { promotional: true });
    await senderApprove(runtime, [one.project.id]);
    await teamUnverify(runtime, [one.person.email, 'Papers', 'expired']);
    const other = await requestSender(t);
    await senderReject(runtime, [other.project.id, 'Not', 'yours']);

    const { rows } = await t.services.pool.query(
      `select action, detail, team_id is not null as has_team from audit_log where staff_email = 'command line' order by id`,
    );
    expect(rows.map(({ action, detail, has_team }) => [action, detail, has_team])).toEqual([
      ['IDENTITY_APPROVED', {}, true],
      ['SENDER_APPROVED', { sender: 'AShop', promotional: true }, true],
      ['SENDER_APPROVED', { sender: 'Lanka Shop' }, true],
      ['IDENTITY_WITHDRAWN', { reason: 'Papers expired' }, true],
      ['SENDER_REJECTED', { sender: 'Lanka Shop', reason: 'Not yours' }, true],
    ]);
  });
});
