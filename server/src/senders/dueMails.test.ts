// Mails about sender ids: what a team reads when it requests a name, and what it is reminded of by the clock.
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../test/carriers.ts';
import { addSender } from '../../test/factories.ts';
import { OWNER, registrationDesk } from '../../test/registrationDesk.ts';
import { registerName, withdrawName } from '../../test/registrations.ts';
import { approveSenderOf, requestSender } from '../../test/requests.ts';
import { writeDueMails } from './dueMails.ts';

const t = await startEngine();
const { pool } = t.services;
const { begun, move, propose, confirm } = await registrationDesk(t, 'Letter of 3 November');

type Mail = { subject: string; text_body: string };
const mailsTo = async (email: string, like = '%') => {
  const { rows } = await pool.query<Mail>(
    'select subject, text_body from mails where recipient = $1 and subject like $2 order by id',
    [email, like],
  );
  return rows;
};
/** Two processes at once. */
const twice = () => Promise.all([writeDueMails(t.services), writeDueMails(t.services)]);
/** Moves all that a team waits for back by a day, and its mails with it. */
async function nextDay(teamId: string) {
  await pool.query('update sender_mails set day = day - 1 where team_id = $1', [teamId]);
  await pool.query('update stamped_days set day = day - 1 where team_id = $1', [teamId]);
  await pool.query(
    "update sender_registrations set submitted_at = submitted_at - interval '1 day' where team_id = $1",
    [teamId],
  );
}

describe('a request for a name', () => {
  it('is confirmed, and its approval says what Australia shows until the register has it, and whose turn it is', async () => {
    const asked = await requestSender(t, 'Kade', { ...OWNER, countries: ['AU', 'NZ'] });
    expect((await mailsTo(asked.person.email, '%request%')).map(({ text_body }) => text_body)).toEqual([
      expect.stringContaining('within 7 business days'),
    ]);
    await approveSenderOf(t, asked);
    const [approved] = await mailsTo(asked.person.email, '%approved');
    expect(approved!.text_body).toContain(
      `Recipients in Australia see “${UNVERIFIED_SENDER}” until the register there has the name. It is our turn.`,
    );
    expect(approved!.text_body).not.toContain('New Zealand');
    const without = await requestSender(t, 'No owner', { countries: ['AU'] });
    await approveSenderOf(t, without);
    const [ofOwner] = await mailsTo(without.person.email, '%approved');
    expect(ofOwner!.text_body).toContain('has the name. It is your turn: ');
  });
});

describe('the owner of a name that was handed in', () => {
  const CONFIRM = 'Confirm % with ACMA';

  it('is reminded on days 0, 3 and 7 while the register waits, once over all processes', async () => {
    const {
      id,
      person: { email },
      teamId,
    } = await begun();
    await twice();
    expect(await mailsTo(email, CONFIRM), 'not handed in').toEqual([]);
    await move(id, 'SUBMITTED');
    const soFar: number[] = [];
    for (let day = 0; day <= 9; day++) {
      await twice();
      soFar.push((await mailsTo(email, CONFIRM)).length);
      await nextDay(teamId);
    }
    expect(soFar).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3, 3]);
    expect((await mailsTo(email, CONFIRM))[0]).toMatchObject({
      subject: 'Confirm Lanka Shop with ACMA',
      text_body: expect.stringMatching(/ACMA Assist, with myID[\s\S]*see “Unverified”/),
    });
    // After a refusal the name is handed in again, and the days begin again.
    await move(id, 'REFUSED');
    await move(id, 'DRAFT');
    await move(id, 'SUBMITTED');
    await twice();
    expect(await mailsTo(email, CONFIRM)).toHaveLength(4);
  });

  it('is left alone once the register has decided', async () => {
    const {
      id,
      person: { email },
      teamId,
    } = await begun();
    await move(id, 'SUBMITTED');
    await twice();
    const { proposal } = await propose(id);
    for (let day = 0; day < 4; day++) await nextDay(teamId);
    await twice();
    await confirm(id, proposal.id);
    await twice();
    expect(await mailsTo(email, CONFIRM)).toHaveLength(1);
  });

  it('gets one mail a day for all names of the team', async () => {
    const one = await begun('One');
    await pool.query(
      `insert into sender_ids (team_id, project_id, sender, promotional, entity_id, basis)
        select team_id, project_id, name, false, entity_id, basis from sender_ids, unnest('{Two,Three}'::text[]) as name
        where team_id = $1`,
      [one.teamId],
    );
    await pool.query(
      `insert into sender_registrations (team_id, project_id, sender, country, state, submitted_at)
        select team_id, project_id, sender, 'AU', 'SUBMITTED', now() from sender_ids where team_id = $1 and sender = 'Two'`,
      [one.teamId],
    );
    await move(one.id, 'SUBMITTED');
    await twice();
    await pool.query(
      `insert into sender_registrations (team_id, project_id, sender, country, state, submitted_at)
        select team_id, project_id, sender, 'AU', 'SUBMITTED', now() from sender_ids where team_id = $1 and sender = 'Three'`,
      [one.teamId],
    );
    await twice();
    const subjects = async () => (await mailsTo(one.person.email, CONFIRM)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Confirm One, Two with ACMA']);
    await nextDay(one.teamId);
    await twice();
    expect(await subjects()).toEqual(['Confirm One, Two with ACMA', 'Confirm Three with ACMA']);
  });
});

describe('a team whose recipients saw Unverified', () => {
  const STAMPED = '%showed “Unverified”%';

  it('gets one mail for the day, with the messages of each name and the next step', async () => {
    const sender = await makeLiveSender(t);
    const name = { teamId: sender.teamId, projectId: sender.project.id, sender: 'Kade Two' };
    await addSender(t, name);
    const sendTo = async (from: string, to: string, mode: 'LIVE' | 'TEST' = 'LIVE') =>
      reaches(t, sender, await send(t, sender, { from, to }, mode), 'DELIVERED');
    await sendTo('Lanka Shop', '+61412345670');
    await sendTo('Lanka Shop', '+61412345671');
    await sendTo('Lanka Shop', '+94771230000');
    await sendTo('Lanka Shop', '+61412345672', 'TEST');
    await sendTo('Kade Two', '+61412345673');
    const id = await registerName(t, name);
    await sendTo('Kade Two', '+61412345674');
    await withdrawName(t, id);
    await twice();
    expect(await mailsTo(sender.person.email, STAMPED), 'the day is not over').toEqual([]);
    await nextDay(sender.teamId);
    await twice();
    await nextDay(sender.teamId);
    await twice();
    const mails = await mailsTo(sender.person.email, STAMPED);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^3 messages showed/)]);
    expect(mails[0]!.text_body).toContain(
      'Lanka Shop, Australia: 2. Nobody has requested its registration there yet. Request the sender ID again and choose the country.',
    );
    expect(mails[0]!.text_body).toContain('Kade Two, Australia: 1. ');
  });

  it('gets none for a message that was shown with its name in the end', async () => {
    const sender = await makeLiveSender(t);
    const { rows } = await pool.query('select count(*)::integer as count from stamped_deltas');
    await pool.query(
      `insert into stamped_deltas (team_id, sender, country, messages)
        values ($1, 'Lanka Shop', 'AU', 1), ($1, 'Lanka Shop', 'AU', -1)`,
      [sender.teamId],
    );
    expect(rows).toEqual([{ count: 0 }]);
    await twice();
    await nextDay(sender.teamId);
    await twice();
    expect(await mailsTo(sender.person.email, STAMPED)).toEqual([]);
  });
});
