import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { requestSender } from '../../test/requests.ts';
import type { Runtime } from '../runtime.ts';
import {
  senderAdd,
  senderApprove,
  senderReject,
  teamPause,
  teamResume,
  teamUnverify,
  teamVerify,
} from './team.ts';
import { teamList } from './teamList.ts';

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
      ['SENDER_APPROVED', { sender: 'AShop', class: 'PROMOTIONAL' }, true],
      ['SENDER_APPROVED', { sender: 'Lanka Shop', class: 'PROMOTIONAL' }, true],
      ['IDENTITY_WITHDRAWN', { reason: 'Papers expired' }, true],
      ['SENDER_REJECTED', { sender: 'Lanka Shop', reason: 'Not yours' }, true],
    ]);
  });
});

describe('a sender id of a class', () => {
  it.each([
    [{ promotional: false }, 'TRANSACTIONAL'],
    [{ promotional: true }, 'PROMOTIONAL'],
    [{ promotional: false, class: 'service' }, 'SERVICE'],
    [{ promotional: false, class: 'PROMOTIONAL' }, 'PROMOTIONAL'],
  ])('is added with %j as %s', async (options, expected) => {
    const { project } = await requestSender(t);
    const { data } = await senderAdd(runtime, [project.id, 'AShop'], options);
    expect(data).toMatchObject({ class: expected, is_promotional: expected === 'PROMOTIONAL' });
  });

  it.each([
    { promotional: false, class: 'otp' },
    { promotional: true, class: 'service' },
  ])('cannot be added with %j', async (options) => {
    const { project } = await requestSender(t);
    await expect(senderAdd(runtime, [project.id, 'AShop'], options)).rejects.toThrow(
      '--class is one of transactional, service, promotional',
    );
  });
});

describe('a team', () => {
  it('is found, paused and resumed as on the staff pages', async () => {
    const { person } = await requestSender(t);
    const found = await teamList(runtime, [person.email]);
    const [team] = found.data.teams as { id: string; paused: boolean }[];
    expect(found.data).toMatchObject({ total: 1, teams: [{ owner_email: person.email, paused: false }] });
    expect((await teamPause(runtime, [person.email, 'Spam', 'reports'])).data).toEqual({
      team: team!.id,
      paused: true,
    });
    expect((await teamList(runtime, [team!.id])).text).toMatch(/^id +name +owner .*\n.* paused$/);
    await expect(teamPause(runtime, [team!.id, 'Spam'])).rejects.toThrow('command line has paused this team');
    await expect(teamResume(runtime, [team!.id])).rejects.toThrow('Give a reason');
    expect((await teamResume(runtime, [team!.id, 'Resolved'])).data).toMatchObject({ paused: false });
    const { rows } = await t.services.pool.query(
      `select action, detail from audit_log where team_id = $1 and staff_email = 'command line' order by id`,
      [team!.id],
    );
    expect(rows).toEqual([
      { action: 'TEAM_PAUSED', detail: { reason: 'Spam reports' } },
      { action: 'TEAM_RESUMED', detail: { reason: 'Resolved' } },
    ]);
  });

  it('that does not exist is refused', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    await expect(teamPause(runtime, [id, 'Because'])).rejects.toThrow(`no team ${id}`);
    expect((await teamList(runtime, ['nobody@nowhere.example'])).text).toBe(
      'No team matches nobody@nowhere.example.',
    );
  });

  it('that owes stays paused until it is resumed again', async () => {
    const { person } = await requestSender(t);
    const { data } = await teamPause(runtime, [person.email, 'Chargeback']);
    await t.services.pool.query('update balances set owed_micros = 1000000 where team_id = $1', [data.team]);
    const first = await teamResume(runtime, [person.email, 'Resolved']);
    expect(first).toMatchObject({
      text: expect.stringMatching(/stays paused: A payment/),
      data: { paused: true },
    });
    expect((await teamResume(runtime, [person.email, 'Trusted'])).data).toMatchObject({ paused: false });
  });
});

it('a name that an Australian team gets from the command line begins with the register there', async () => {
  const { teamId, project } = await requestSender(t);
  const begun = async () => {
    const { rows } = await t.services.pool.query(
      'select sender, country, state from sender_registrations where team_id = $1',
      [teamId],
    );
    return rows;
  };
  await senderAdd(runtime, [project.id, 'AShop'], { promotional: false });
  expect(await begun()).toEqual([]);
  await t.services.pool.query("update teams set region_id = 'AU' where id = $1", [teamId]);
  await senderAdd(runtime, [project.id, 'BShop'], { promotional: false });
  expect(await begun()).toEqual([{ sender: 'BShop', country: 'AU', state: 'DRAFT' }]);
});
