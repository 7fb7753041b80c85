// Documents of names as evidence: staff note kind and dates, and one that is over holds a registration up.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { uploadFrom } from '../../../test/files.ts';
import { OWNER, registrationDesk } from '../../../test/registrationDesk.ts';
import { approveSenderOf } from '../../../test/requests.ts';
import { auditOf } from '../../../test/staff.ts';
import { endRegistrations } from '../../senders/registrationExpiry.ts';

const t = await testApp();
const { pool } = t.services;
const reason = 'Extract of 3 November';
const desk = await registrationDesk(t, reason);
const { verifier, post, read, begun, move, propose, confirm } = desk;

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type Name = Awaited<ReturnType<typeof begun>>;
const note = ({ requestId, fileId }: Pick<Name, 'requestId' | 'fileId'>, noted: object) =>
  post(verifier.browser, `sender_ids/${requestId}/documents/${fileId}/evidence`, noted);

/** Another approved request for the name, with a new document. */
async function askAgain(name: Name, owner: object = OWNER) {
  const fileId = (await uploadFrom(name.browser)).json().id as string;
  const json = {
    sender_id: 'Unused',
    is_promotional: true,
    description: 'Offers',
    legal_name: 'Lanka Shop (Pvt) Ltd',
  };
  const url = `/v1/web/projects/${name.project.id}/sender_id_requests`;
  const form = {
    ...json,
    ...owner,
    sender_id: name.first.sender_id,
    documents: [{ id: fileId, name: 'Newer' }],
  };
  const requestId = (await name.browser.call('POST', url, { json: form })).json().id as string;
  await approveSenderOf(t, { ...name, requestId });
  return { requestId, fileId };
}
const mailsTo = async ({ person }: Name) =>
  (
    await pool.query<{ subject: string; text_body: string }>(
      `select subject, text_body from mails where recipient = $1 and text_body like '%Registration%'`,
      [person.email],
    )
  ).rows;

describe('a document that is over', () => {
  it('does not carry a name to the register or to REGISTERED, also at the confirmation', async () => {
    const name = await begun('Over Beds');
    const shown = await note(name, { kind: 'TRADE_MARK', issued_on: dayIn(-400), expires_on: dayIn(-1) });
    const evidence = { kind: 'TRADE_MARK', issued_on: dayIn(-400), expires_on: dayIn(-1), over: true };
    expect(shown.documents).toMatchObject([{ id: name.fileId, evidence }]);
    expect((await auditOf(t, 'DOCUMENT_NOTED'))[0]).toMatchObject({ detail: { kind: 'TRADE_MARK' } });
    expect(await read(name.id)).toMatchObject({
      ...{ lacks: 'EVIDENCE', turn: 'OWNER', documents: [{ request_id: name.requestId, evidence }] },
    });
    expect(await move(name.id, 'SUBMITTED')).toMatchObject({
      code: 1013,
      description: expect.stringMatching(/has expired/),
    });

    await note(name, { kind: 'TRADE_MARK', issued_on: null, expires_on: dayIn(0) });
    expect(await move(name.id, 'SUBMITTED'), 'on its last day').toMatchObject({ state: 'SUBMITTED' });
    const { proposal } = await propose(name.id);
    await pool.query('update files set expires_on = $2 where id = $1', [name.fileId, dayIn(-1)]);
    expect(await confirm(name.id, proposal.id)).toMatchObject({
      code: 1013,
      description: expect.stringMatching(/has expired/),
    });
    expect(await read(name.id)).toMatchObject({ state: 'SUBMITTED' });
  });

  it('no longer counts once a newer one of its kind is there, and of its owner alone', async () => {
    const name = await begun('Renewed Bed');
    await note(name, { kind: 'TRADE_MARK', expires_on: dayIn(-1) });
    const newer = await askAgain(name);
    expect((await read(name.id)).lacks, 'a newer one that nobody has read').toBe('EVIDENCE');
    await note(newer, { kind: 'DOMAIN', expires_on: null });
    expect((await read(name.id)).lacks, 'one of another kind').toBe('EVIDENCE');
    await note(newer, { kind: 'TRADE_MARK', expires_on: dayIn(300) });
    expect((await read(name.id)).lacks).toBeNull();
    await note(newer, { kind: 'TRADE_MARK', expires_on: dayIn(-2) });
    await askAgain(name, { ...OWNER, owner_number: '53 004 085 616' });
    expect((await read(name.id)).lacks, 'of another owner').toBe('CHECK');
  });
});

describe('a document that ends', () => {
  it('is in one mail to its team 30 days before, unless another of its kind lasts longer', async () => {
    const [soon, later, replaced] = [
      await begun('Soon Beds'),
      await begun('Later Beds'),
      await begun('Twice Beds'),
    ];
    await note(soon, { kind: 'AUTHORITY', expires_on: dayIn(30) });
    await note(later, { kind: 'AUTHORITY', expires_on: dayIn(31) });
    await note(replaced, { kind: 'AUTHORITY', expires_on: dayIn(20) });
    await note(await askAgain(replaced), { kind: 'AUTHORITY', expires_on: dayIn(400) });
    await endRegistrations(t.services);
    await endRegistrations(t.services);
    expect(await mailsTo(soon)).toMatchObject([
      {
        subject: expect.stringContaining('A document for Soon Beds expires on'),
        text_body: expect.stringContaining('“Registration”'),
      },
    ]);
    expect(await mailsTo(later)).toEqual([]);
    expect(await mailsTo(replaced)).toEqual([]);
    await note(soon, { kind: 'AUTHORITY', expires_on: dayIn(10) });
    await endRegistrations(t.services);
    expect(await mailsTo(soon), 'an end that was corrected').toHaveLength(2);
  });

  it('is not mailed about if no register holds the name or is to', async () => {
    const name = await begun('Gone Beds');
    await move(name.id, 'WITHDRAWN');
    await note(name, { kind: 'AUTHORITY', expires_on: dayIn(5) });
    await endRegistrations(t.services);
    expect(await mailsTo(name)).toEqual([]);
  });
});

it('of another request, with no kind or with an end before its issue is not noted', async () => {
  const [name, other] = [await begun('Wrong Beds'), await begun('Other Beds')];
  expect(await note(name, { kind: 'DEED' })).toMatchObject({
    code: 1002,
    fields: { kind: expect.stringMatching(/kind/) },
  });
  const turned = { kind: 'DOMAIN', issued_on: dayIn(2), expires_on: dayIn(1) };
  expect(await note(name, turned)).toMatchObject({
    code: 1002,
    fields: { expires_on: expect.stringMatching(/before/) },
  });
  const foreign = { requestId: name.requestId, fileId: other.fileId };
  expect(await note(foreign, { kind: 'DOMAIN' })).toMatchObject({ code: 1001 });
});
