// Registrations as files: the pack for registers and telcos, and the states that come back.
import { readFileSync, writeFileSync } from 'node:fs';
import type { StatesAnswer } from '@godwit/contract/staff/registrations';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addSender, makeSender } from '../../../test/factories.ts';
import { carriersFile } from '../../../test/process.ts';
import { ABN, registerName, submitName, twoStaff } from '../../../test/registrations.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';

const t = await testApp();
const { pool } = t.services;
const reason = 'Answer of the register of 3 November';
let one: Awaited<ReturnType<typeof makeStaff>>;
let other: Awaited<ReturnType<typeof makeStaff>>;

beforeAll(async () => {
  one = await makeStaff(t, { role: 'COMPLIANCE' });
  other = await makeStaff(t, { role: 'COMPLIANCE' });
});

type Member = typeof one;
const upload = async ({ browser }: Member, csv: string, isPreview = false) => {
  const json = { csv, reason, is_preview: isPreview };
  return (await browser.post('/v1/staff/registrations/states', undefined, { json })).json() as StatesAnswer;
};
const post = (path: string, json: object) =>
  one.browser.post(`/v1/staff/registrations/${path}`, undefined, { json });
const read = async (id: string) => (await one.browser.get(`/v1/staff/registrations/${id}`)).json();
const none = { submitted: 0, refused: 0, proposed: 0, confirmed: 0, unchanged: 0, problems: [] };

/** A name that the register has, and its registration. */
async function handedIn(sender: string) {
  const { teamId, project, person } = await makeSender(t);
  const projectId = project.id;
  await addSender(t, { teamId, projectId, sender });
  const [by] = await twoStaff(t);
  return { teamId, email: person.email, id: await submitName(t, by, { teamId, projectId, sender }) };
}

describe('the pack', () => {
  it('has what a register asks for, and is in the audit log', async () => {
    const { id } = await handedIn('Packed Beds');
    await pool.query(
      "update entities set legal_name = '=Beds Pty Ltd' where team_id = (select team_id from sender_registrations where id = $1)",
      [id],
    );
    const { headers, body } = await one.browser.get('/v1/staff/registrations/export?turn=REGISTER&q=Packed');
    expect(headers['content-disposition']).toContain('registrations.csv');
    const [head, ...lines] = body.trim().split('\r\n');
    expect(head).toMatch(/^registration,country,network,sender_id,kind,state,reference,last_day,reason,/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${id},AU,*,Packed Beds,TRANSACTIONAL,SUBMITTED,,,,`);
    // A spreadsheet must not run a name as a formula.
    expect(lines[0]).toContain(`'=Beds Pty Ltd,ABN,${ABN.replaceAll(' ', '')},BUSINESS_NAME`);
    expect((await auditOf(t, 'SENDER_REGISTRATIONS_EXPORTED'))[0]).toMatchObject({ staff_email: one.email });
    expect(await upload(one, body)).toEqual({ ...none, unchanged: 1 });
  });

  it('of each telco and network has the names that wait for it, and takes their answers', async () => {
    const { settings } = t.services;
    const file = carriersFile({ port: 1 }, { telco: 'alpha' });
    const [link] = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify([link, { ...link, id: 'second', telco: 'beta' }]));
    Object.assign(settings, { carriersFile: file });
    onTestFinished(() => void Object.assign(settings, { carriersFile: null }));
    const { id } = await handedIn('Both Wait');
    const { teamId, project } = await makeSender(t);
    const projectId = project.id;
    await addSender(t, { teamId, projectId, sender: 'Alpha Has' });
    const held = await registerName(t, { teamId, projectId, sender: 'Alpha Has', telcos: ['alpha'] });
    await addSender(t, { teamId, projectId, sender: 'Dialog Only' });
    const [by] = await twoStaff(t);
    const named = { teamId, projectId, sender: 'Dialog Only' };
    const atDialog = await submitName(t, by, { ...named, country: 'LK', network: 'Dialog' });
    await handedIn('Unknown Co').then(({ teamId: unknown }) =>
      pool.query('update entities set checked_at = null, checked_by = null where team_id = $1', [unknown]),
    );
    const details = { owner_country: 'AU', contact_name: 'Sita Perera', contact_authority: 'DIRECTOR' };
    await pool.query('update entities set details = $2 where team_id = $1', [teamId, details]);

    const packs = (await one.browser.get('/v1/staff/registrations/packs')).json().results;
    expect(packs.map((pack: { country: string; via: string }) => `${pack.country} ${pack.via}`)).toEqual([
      ...['AU alpha', 'AU beta', 'LK Dialog'],
    ]);
    const pack = async (country: string, via: string) =>
      (await one.browser.get(`/v1/staff/registrations/pack?country=${country}&via=${via}`)).body;
    const [alpha, beta, dialog] = [
      await pack('AU', 'alpha'),
      await pack('AU', 'beta'),
      await pack('LK', 'Dialog'),
    ];
    expect(alpha).toContain(id);
    expect(alpha).not.toContain(held);
    expect(beta).toContain(id);
    expect(beta).toContain(held);
    expect(`${alpha}${beta}`).not.toContain('Unknown Co');
    expect(
      dialog
        .trim()
        .split('\r\n')
        .map((line: string) => line.split(',')[0]),
    ).toEqual(['registration', atDialog]);
    const at = packs.find((one: { via: string }) => one.via === 'beta');
    expect(beta.trim().split('\r\n')).toHaveLength(at.names + 1);
    expect(beta.split('\r\n')[0]).toMatch(
      /,countries,sample,owner_kind,owner_country,.*,contact_name,.*,evidence$/,
    );
    expect(beta).toContain('Sita Perera');
    expect((await auditOf(t, 'SENDER_REGISTRATIONS_EXPORTED'))[0]).toMatchObject({
      detail: { via: 'Dialog' },
    });

    const line = beta.split('\r\n').find((one: string) => one.startsWith(held))!;
    const answered = `${beta.split('\r\n')[0]}\n${line.replace('AU-20261', 'B-7')}`;
    expect(await upload(one, answered)).toEqual({ ...none, proposed: 1 });
    expect(await read(held)).toMatchObject({ proposal: { telcos: ['alpha', 'beta'], reference: 'B-7' } });
    expect(await pack('AU', 'beta'), 'a colleague’s turn').not.toContain(held);

    // After its end each telco takes the name again for itself.
    await pool.query(
      `update sender_registrations set state = 'EXPIRED', telcos = '{alpha,beta}', proposal = null, proposed_telcos = null,
        proposer = null, proposer_id = null, proposed_reference = null, proposal_reason = null, proposed_at = null where id = $1`,
      [held],
    );
    const again = (await pack('AU', 'beta')).split('\r\n').find((one: string) => one.startsWith(held))!;
    const column = beta.split('\r\n')[0]!.split(',').indexOf('telcos');
    expect(again.split(',')[column]).toBe('beta');
  });
});

describe('a file of states', () => {
  it('of one person proposes, and confirms in the hands of another', async () => {
    const { id } = await handedIn('Filed Beds');
    const csv = `registration,state,reference,last_day\n${id},registered,AU-9,2099-06-30`;
    expect(await upload(one, csv, true)).toEqual({ ...none, proposed: 1 });
    expect((await read(id)).proposed).toBe(false);

    expect(await upload(one, csv)).toEqual({ ...none, proposed: 1 });
    expect(await upload(one, csv)).toEqual({ ...none, unchanged: 1 });
    expect(await read(id)).toMatchObject({ state: 'SUBMITTED', proposal: { reference: 'AU-9', reason } });

    const differs = await upload(other, csv.replace('2099', '2098'));
    expect(differs).toMatchObject({ confirmed: 0, problems: [{ line: 2 }] });
    expect(differs.problems[0]!.problem).toContain('AU-9; 2099-06-30; all telcos');
    expect(await upload(other, csv)).toEqual({ ...none, confirmed: 1 });
    expect(await read(id)).toMatchObject({ state: 'REGISTERED', reference: 'AU-9' });
    expect(await upload(one, csv)).toEqual({ ...none, unchanged: 1 });
  });

  it('does the lines it can, and names what is wrong with the others', async () => {
    const { id, email } = await handedIn('Refused Bed');
    const { teamId, project } = await makeSender(t);
    const projectId = project.id;
    await addSender(t, { teamId, projectId, sender: 'Kept Name' });
    const kept = await registerName(t, { teamId, projectId, sender: 'Kept Name' });
    const unknown = crypto.randomUUID();
    const lines = [
      `${id},REFUSED,Not the owner of this name`,
      `${id},REFUSED,Again`,
      `${kept},WITHDRAWN,Sold`,
      `${kept},SUBMITTED,`,
      `${unknown},REFUSED,`,
      'AU-77,REFUSED,',
    ];
    const file = `registration;state;reason\n${lines.join('\n').replaceAll(',', ';')}`;
    const answer = await upload(one, file);
    expect(answer).toMatchObject({ ...none, refused: 1, problems: expect.any(Array) });
    expect(answer.problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(await read(id)).toMatchObject({ state: 'REFUSED', refusal: 'Not the owner of this name' });
    expect(await read(kept)).toMatchObject({ state: 'REGISTERED' });
    const { rows } = await pool.query('select text_body from mails where recipient = $1', [email]);
    expect(rows.some(({ text_body }) => text_body.includes('Not the owner of this name'))).toBe(true);
  });

  it('asks for what the file lacks, and takes no line that has changed since the export', async () => {
    const { id } = await handedIn('Stale Beds');
    const { body } = await one.browser.get('/v1/staff/registrations/export?q=Stale');
    const problemOf = async (csv: string) => (await upload(one, csv)).problems[0]?.problem;
    expect(await problemOf(`registration,state,reference\n${id},REGISTERED,AU-9`)).toContain('last_day');
    expect(await problemOf(`registration,state\n${id},REFUSED`)).toContain('Give the reason');
    const shortened = `registration,state,reference,last_day\n${id},REGISTERED,1.23457E+11,`;
    expect(await problemOf(shortened)).toContain('shortened the reference');
    await post(`${id}/move`, { to: 'REFUSED', reason });
    expect((await problemOf(body))!).toContain('Export the list again');
    expect(await read(id)).toMatchObject({ state: 'REFUSED' });
  });

  it('names the telcos as the page does, and the second person confirms the same ones', async () => {
    const { settings } = t.services;
    Object.assign(settings, { carriersFile: carriersFile({ port: 1 }, { telco: 'alpha' }) });
    onTestFinished(() => void Object.assign(settings, { carriersFile: null }));
    const { id } = await handedIn('Telco Beds');
    const csv = (telcos?: string) => {
      const row = `${id},REGISTERED,AU-9,2099-06-30`;
      const head = 'registration,state,reference,last_day';
      return telcos === undefined ? `${head}\n${row}` : `${head},telcos\n${row},${telcos}`;
    };
    expect((await upload(one, csv())).problems[0]!.problem).toContain('column telcos');
    expect(await upload(one, csv('alpha'))).toEqual({ ...none, proposed: 1 });
    expect((await upload(other, csv(''))).problems[0]!.problem).toContain('AU-9; 2099-06-30; alpha');
    expect(await upload(other, csv('alpha'))).toEqual({ ...none, confirmed: 1 });
    expect(await read(id)).toMatchObject({ state: 'REGISTERED', telcos: ['alpha'] });
  });

  it('without an owner who is known, or too long, notes nothing', async () => {
    const { id, teamId } = await handedIn('Early Beds');
    await pool.query("update sender_registrations set state = 'DRAFT' where id = $1", [id]);
    await pool.query('update entities set checked_at = null, checked_by = null where team_id = $1', [teamId]);
    const early = await upload(one, `registration,state\n${id},SUBMITTED`);
    expect(early).toMatchObject({ submitted: 0, problems: [{ line: 2 }] });
    expect(await read(id)).toMatchObject({ state: 'DRAFT' });
    await pool.query("update sender_registrations set state = 'SUBMITTED' where id = $1", [id]);
    const registers = `registration,state,reference,last_day\n${id},REGISTERED,AU-9,2099-06-30`;
    const [unknown] = (await upload(one, registers, true)).problems;
    expect(unknown).toMatchObject({ line: 2, problem: expect.stringContaining('look up the owner') });
    await pool.query("update sender_registrations set state = 'DRAFT' where id = $1", [id]);

    await pool.query("update entities set checked_at = now(), checked_by = 'sita' where team_id = $1", [
      teamId,
    ]);
    const ids = Array.from({ length: 500 }, () => crypto.randomUUID());
    const long = await upload(one, `registration,state\n${[id, ...ids].join(',SUBMITTED\n')},SUBMITTED`);
    expect(long.problems[0]).toMatchObject({ line: 1, problem: expect.stringContaining('500 lines') });
    expect(await read(id)).toMatchObject({ state: 'DRAFT' });
    expect(await upload(one, 'name,state\nx,SUBMITTED')).toMatchObject({ problems: [{ line: 1 }] });
  });
});
