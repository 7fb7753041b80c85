// Sender id requests: the format, protected names, and the effects of a decision.
import { isSenderId, requestedProblem, senderProblem } from '@godwit/contract/senders';
import { MANY_REQUESTS_TODAY, REQUEST_DECIDED } from '@godwit/contract/sentences/settings';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeOwner, makeProject, makeSender, newestMail } from '../../test/factories.ts';
import { uploadFrom } from '../../test/files.ts';
import { ABN } from '../../test/registrations.ts';
import { makeStaff } from '../../test/staff.ts';
import { protectorsOf } from '../protectedNames.ts';
import { decideSender } from './decide.ts';

const t = await testApp();
const countries = t.services.countryRules.now();
const isProtected = (name: string) => protectorsOf(countries, name).length > 0;

let owner: Awaited<ReturnType<typeof makeSender>>;
beforeEach(async () => {
  owner = await makeSender(t);
});

const urlOf = (projectId = owner.project.id) => `/v1/web/projects/${projectId}/sender_id_requests`;
const form = (overrides: object = {}) => ({
  sender_id: 'Nimal Foods',
  is_promotional: true,
  description: 'Weekly offers',
  legal_name: 'Nimal Foods (Pvt) Ltd',
  ...overrides,
});
const ask = (overrides: object = {}, projectId?: string) =>
  owner.browser.call('POST', urlOf(projectId), { json: form(overrides) });
const list = async () => (await owner.browser.get(urlOf())).json();
const senders = async () => (await owner.browser.get(`/v1/web/projects/${owner.project.id}`)).json().senders;
const OWNER = { owner_scheme: 'ABN', owner_number: ABN, name_basis: 'TRADE_MARK' };
const by = { id: '0198c5a0-0000-7000-8000-000000000001', email: 'sita@example.com', ip: '192.0.2.7' };

describe('asking', () => {
  it('is pending with its documents, and no other can be asked for', async () => {
    const file = (await uploadFrom(owner.browser)).json();
    const asked = await ask({ documents: [{ id: file.id, name: file.name }] });
    expect(asked.statusCode, asked.body).toBe(200);
    expect(asked.json()).toMatchObject({
      ...form(),
      status: 'PENDING',
      documents: [{ id: file.id, name: 'passport.png' }],
    });
    expect(await list()).toEqual([asked.json()]);
    expect((await ask({ sender_id: 'Nimal Shop' })).json()).toEqual({
      code: 1013,
      description: 'A pending request must be approved before a new one can be made.',
    });
    // Another project has its own.
    const other = await makeProject(owner.browser, 'Other');
    expect((await ask({}, other.id)).statusCode).toBe(200);
  });

  it('keeps one of two requests made at once', async () => {
    const answers = await Promise.all([ask(), ask({ sender_id: 'Nimal Shop' })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['no sender id', { sender_id: '' }, 'sender_id', 'Sender ID is Required'],
    ['two characters', { sender_id: 'AB' }, 'sender_id', 'Use at least 3 characters'],
    ['twelve', { sender_id: 'ABCDEFGHIJKL' }, 'sender_id', 'Use at most 11 characters'],
    ['digits only', { sender_id: '12345' }, 'sender_id', 'Use at least one letter'],
    ['other characters', { sender_id: 'Nimal-Foods' }, 'sender_id', /letters, numbers, underscores/],
    ['other alphabets', { sender_id: 'Ніmаl' }, 'sender_id', /letters, numbers, underscores/],
    ['a blank at its end', { sender_id: 'Nimal ' }, 'sender_id', /spaces at the beginning/],
    ['a protected name', { sender_id: 'B0C Alerts' }, 'sender_id', /resembles a well-known/],
    ['a brand in digits', { sender_id: 'C0mmBank' }, 'sender_id', /only its owner may use/],
    [
      'a brand and the number of another business',
      { ...OWNER, sender_id: 'C0mmBank' },
      'sender_id',
      /If you are the owner, enter the business/,
    ],
    ['a general word alone', { sender_id: 'Alert' }, 'sender_id', /general word/],
    ['a general word in pieces', { sender_id: 'S_M S' }, 'sender_id', /general word/],
    ['what phones show for unknown names', { sender_id: 'Un_verified' }, 'sender_id', /cannot contain/],
    ['a number without its kind', { owner_number: ABN }, 'owner_scheme', 'Choose the kind of number'],
    ['an unknown kind', { ...OWNER, owner_scheme: 'VAT' }, 'owner_scheme', 'Choose the kind of number'],
    ['no number', { ...OWNER, owner_number: '' }, 'owner_number', 'Enter the number of the business'],
    ['a wrong digit', { ...OWNER, owner_number: '51824753566' }, 'owner_number', /not an ABN/],
    ['no basis', { ...OWNER, name_basis: '' }, 'name_basis', 'Choose what gives the business this name'],
    ['no consent', { ...OWNER, for_client: true }, 'consent_document', /Upload the owner’s consent/],
    ['no description', { description: ' ' }, 'description', 'Description is Required'],
    ['no legal name', { legal_name: '' }, 'legal_name', 'Legal Name is Required'],
    ['a kind that is none', { is_promotional: 'maybe' }, 'is_promotional', 'Give true or false'],
    ['a kind as some forms send it', { is_promotional: 'on' }, 'is_promotional', 'Give true or false'],
    ['a number for the kind', { is_promotional: 1 }, 'is_promotional', 'Give true or false'],
    ['no class', { is_promotional: undefined }, 'class', /TRANSACTIONAL, SERVICE or PROMOTIONAL/],
    ['another class', { class: 'OTP' }, 'class', /TRANSACTIONAL, SERVICE or PROMOTIONAL/],
    ['a country that is none', { countries: ['Australia'] }, 'countries.0', /two letters/],
    ['two classes', { class: 'SERVICE', is_promotional: true }, 'class', /TRANSACTIONAL, SERVICE or/],
  ])('with %s is refused at its field', async (_what, overrides, field, words) => {
    const answer = (await ask(overrides)).json();
    expect(answer.code).toBe(1002);
    expect(answer.fields).toEqual({
      [field]: words instanceof RegExp ? expect.stringMatching(words) : words,
    });
    expect(await list()).toEqual([]);
  });

  it('shows all errors at once, whatever is wrong', async () => {
    const wrong = {
      description: '',
      owner_scheme: 'VAT',
      owner_number: 7,
      for_client: true,
      documents: 'none',
    };
    const { code, fields } = (await ask(wrong)).json();
    expect(code).toBe(1002);
    expect(Object.keys(fields).sort()).toEqual([
      'consent_document',
      'description',
      'documents',
      'owner_number',
      'owner_scheme',
    ]);
  });

  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
  ])('takes %j as the kind, and answers a boolean', async (is_promotional, kept) => {
    expect((await ask({ is_promotional })).json()).toMatchObject({ is_promotional: kept });
    expect(await list()).toMatchObject([{ is_promotional: kept }]);
  });

  it('keeps an example of the messages and the countries, each once', async () => {
    const given = { sample: 'Nimal Foods: rice is half price today', countries: ['AU', 'LK', 'AU'] };
    const kept = { sample: given.sample, countries: ['AU', 'LK'] };
    expect((await ask(given)).json()).toMatchObject(kept);
    expect(await list()).toMatchObject([kept]);
  });

  it('takes a class, and answers it beside the boolean', async () => {
    const asked = await ask({ class: 'SERVICE', is_promotional: undefined });
    expect(asked.json()).toMatchObject({ class: 'SERVICE', is_promotional: false });
    expect(await list()).toMatchObject([{ class: 'SERVICE', is_promotional: false }]);
  });

  it('refuses a document of another team or of another request', async () => {
    const { browser: other } = await makeOwner(t);
    const foreign = (await uploadFrom(other)).json();
    expect((await ask({ documents: [{ id: foreign.id, name: 'Deed' }] })).json().code).toBe(1001);
    const used = (await uploadFrom(owner.browser)).json();
    await owner.browser.call('POST', '/v1/web/verification_requests', {
      json: [{ id: used.id, name: 'Passport' }],
    });
    expect((await ask({ documents: [{ id: used.id, name: 'Deed' }] })).json().code).toBe(1013);
    expect(await list()).toEqual([]);
  });
});

describe('a check while the name is typed', () => {
  const check = async (query: Record<string, string>) => {
    const url = `/v1/web/projects/${owner.project.id}/sender_id_checks?${new URLSearchParams(query)}`;
    return (await owner.browser.get(url)).json();
  };
  const LEGAL = { legal_name: 'Matara Beds (Pvt) Ltd' };

  it('says that a name can be requested', async () => {
    const answer = { problem: null, elsewhere: [], suggestion: null };
    expect(await check({ sender_id: 'Matara Beds', countries: 'AU,LK' })).toEqual(answer);
  });

  it.each([
    ['Matara-Beds', /letters, numbers/, 'Matara Beds'],
    ['Matara Beds & Sons', /letters, numbers/, 'Matara Beds'],
    ['Mätärä', /letters, numbers/, 'Matara'],
    ['MataraBedsAndSofas', /at most 11/, 'MataraBedsA'],
    ['Alert', /general word/, 'MataraAlert'],
    ['12345', /one letter/, 'Matara12345'],
    ['C0mmBank', /only its owner may use/, 'Matara Beds'],
    ['B0C Offers', /well-known/, 'Matara Beds'],
  ])('says why %s cannot, and suggests one that can', async (sender_id, words, suggestion) => {
    const answer = await check({ ...LEGAL, sender_id });
    expect(answer).toEqual({ problem: expect.stringMatching(words), elsewhere: [], suggestion });
    expect((await ask({ sender_id: suggestion })).statusCode).toBe(200);
  });

  it('suggests nothing if it finds no name that can be requested', async () => {
    expect(await check({ sender_id: 'Alert' })).toMatchObject({ suggestion: null });
  });

  it('takes the name of a brand with the number of its owner', async () => {
    const brand = { sender_id: 'CommBank', owner_scheme: 'ABN' };
    expect(await check({ ...brand, owner_number: '48 123 123 124' })).toMatchObject({ problem: null });
    expect(await check({ ...brand, owner_number: ABN })).toMatchObject({ problem: expect.any(String) });
  });

  it('says which of the other countries does not take it, and suggests one for all', async () => {
    const { pool } = t.services;
    await pool.query(`update teams set region_id = 'AU' where id = $1`, [owner.teamId]);
    expect(await check({ sender_id: 'H&M', countries: 'AU,LK' })).toEqual({
      problem: null,
      elsewhere: [{ country: 'LK', problem: 'Use letters, numbers, underscores and spaces only' }],
      suggestion: 'H M',
    });
  });
});

describe('the owner of the name', () => {
  it('is kept with its number as registers write it, and goes to the name with its consent', async () => {
    const file = (await uploadFrom(owner.browser)).json();
    const documents = [{ id: file.id, name: 'Consent' }];
    const given = { ...OWNER, for_client: true, consent_document: file.id, documents };
    const asked = (await ask(given)).json();
    expect(asked.owner).toEqual({
      ...{ legal_name: form().legal_name, scheme: 'ABN', number: '51824753556' },
      ...{ basis: 'TRADE_MARK', for_client: true, checked_at: null },
    });
    expect(asked.consent_document).toBe(file.id);
    expect(await list()).toEqual([asked]);
    await decideSender(t.services, { teamId: owner.teamId, requestId: asked.id, by }, null);
    const { rows } = await t.services.pool.query(
      'select basis, for_client, consent_id from sender_ids where team_id = $1',
      [owner.teamId],
    );
    expect(rows).toEqual([{ basis: 'TRADE_MARK', for_client: true, consent_id: file.id }]);
  });

  it('may have the name of its brand, by its number', async () => {
    const given = { ...OWNER, sender_id: 'CommBank', owner_number: '48 123 123 124' };
    expect((await ask(given)).json()).toMatchObject({ status: 'PENDING', sender_id: 'CommBank' });
  });

  it('cannot give consent with a document of another request', async () => {
    const file = (await uploadFrom(owner.browser)).json();
    const given = { ...OWNER, for_client: true, consent_document: file.id };
    expect((await ask(given)).json().fields).toEqual({ consent_document: expect.any(String) });
  });
});

describe('a request that its team withdraws', () => {
  const withdraw = (id: string, projectId?: string) =>
    owner.browser.call('POST', `${urlOf(projectId)}/${id}/withdraw`, { json: {} });

  it('is out of the queue of staff, who cannot decide it, and another one can be made', async () => {
    const { id } = (await ask()).json();
    const { browser: staff } = await makeStaff(t, { role: 'COMPLIANCE' });
    const queued = async (status: string) =>
      (await staff.get(`/v1/staff/sender_ids?status=${status}&q=${id}`)).json().total;
    expect(await queued('PENDING')).toBe(1);
    const withdrawn = await withdraw(id);
    expect(withdrawn.json()).toMatchObject({ id, status: 'WITHDRAWN', decided_at: expect.any(String) });
    expect([await queued('PENDING'), await queued('WITHDRAWN')]).toEqual([0, 1]);
    const { teamId } = owner;
    expect(await decideSender(t.services, { teamId, requestId: id, by }, null)).toMatchObject({
      ...{ refused: 'conflict', description: expect.stringContaining('Customer decided this already') },
    });
    expect(await senders()).toEqual([]);
    expect((await withdraw(id)).json()).toMatchObject({ code: 1013 });
    expect((await ask({ sender_id: 'Nimal Shop' })).statusCode).toBe(200);
    const { rows } = await t.services.pool.query(
      `select subject, staff_email from audit_log where team_id = $1 and action = 'SENDER_WITHDRAWN'`,
      [teamId],
    );
    expect(rows).toEqual([{ subject: id, staff_email: 'customer' }]);
  });

  it('counts among the 50 that a team may make within a day, each of which sends a mail', async () => {
    const { pool } = t.services;
    const { id } = (await ask()).json();
    await pool.query(
      `insert into sender_id_requests (team_id, id, project_id, requested_by, sender, promotional, description, legal_name,
          status, decided_at, decider)
        select team_id, gen_random_uuid(), project_id, requested_by, sender, true, description, legal_name,
          'WITHDRAWN', now(), 'customer' from sender_id_requests, generate_series(1, 49) where id = $1`,
      [id],
    );
    await withdraw(id);
    const mails = async () => (await pool.query('select from mails')).rowCount;
    const before = await mails();
    expect((await ask()).json()).toEqual({ code: 1006, description: MANY_REQUESTS_TODAY });
    expect(await mails()).toBe(before);
    await pool.query(`update sender_id_requests set created_at = now() - interval '25 hours' where id = $1`, [
      id,
    ]);
    expect((await ask()).statusCode).toBe(200);
  });

  it('is either decided or withdrawn if both come at once', async () => {
    const { id } = (await ask()).json();
    const [decided, withdrawn] = await Promise.all([
      decideSender(t.services, { teamId: owner.teamId, requestId: id, by }, null),
      withdraw(id),
    ]);
    const isDecided = !('refused' in decided);
    expect(withdrawn.statusCode).toBe(isDecided ? 409 : 200);
    expect(await list()).toMatchObject([{ status: isDecided ? 'APPROVED' : 'WITHDRAWN' }]);
  });

  it('cannot be withdrawn once it is decided, nor through another project', async () => {
    const { id } = (await ask()).json();
    const other = await makeProject(owner.browser, 'Other');
    expect((await withdraw(id, other.id)).json()).toMatchObject({ code: 1001 });
    await decideSender(t.services, { teamId: owner.teamId, requestId: id, by }, 'Too general.');
    expect((await withdraw(id)).json()).toEqual({ code: 1013, description: REQUEST_DECIDED });
    expect(await list()).toMatchObject([{ status: 'REJECTED', reason: 'Too general.' }]);
  });
});

describe('a decision', () => {
  it('approves: the project can send from the name', async () => {
    const { id } = (await ask()).json();
    await decideSender(t.services, { teamId: owner.teamId, requestId: id, by }, null);
    expect(await senders()).toMatchObject([
      { id: 'Nimal Foods', is_promotional: true, registrations: [{ country: 'AU', state: 'DRAFT' }] },
    ]);
    expect((await list())[0]).toMatchObject({ status: 'APPROVED' });
    expect((await newestMail(t, owner.person.email)).subject).toBe('Sender ID Nimal Foods is approved');
    expect((await ask({ sender_id: 'Nimal Shop' })).statusCode).toBe(200);
  });

  it.each([
    ['AU', 1],
    ['LK', 0],
  ])('begins with the register of the team’s country %s, if that has one', async (region, count) => {
    const { id } = (await ask()).json();
    const { pool } = t.services;
    await pool.query('update teams set region_id = $2 where id = $1', [owner.teamId, region]);
    await decideSender(t.services, { teamId: owner.teamId, requestId: id, by }, null);
    const { rows } = await pool.query('select state from sender_registrations where team_id = $1', [
      owner.teamId,
    ]);
    expect(rows).toEqual(Array(count).fill({ state: 'DRAFT' }));
  });

  it.each([
    ['LK', ['AU'], 1],
    ['LK', ['LK', 'SG'], 0],
  ])('begins with the registers that a team of %s named: %j', async (region, countries, count) => {
    const { pool } = t.services;
    await pool.query('update teams set region_id = $2 where id = $1', [owner.teamId, region]);
    const { id } = (await ask({ countries })).json();
    await decideSender(t.services, { teamId: owner.teamId, requestId: id, by }, null);
    const { rows } = await pool.query('select country, state from sender_registrations where team_id = $1', [
      owner.teamId,
    ]);
    expect(rows).toEqual(Array(count).fill({ country: 'AU', state: 'DRAFT' }));
  });

  it('of a name that a register has refused starts its registration over', async () => {
    const { pool } = t.services;
    const approve = async () => {
      const { id } = (await ask({ countries: ['AU'] })).json();
      await decideSender(t.services, { teamId: owner.teamId, requestId: id, by }, null);
    };
    const states = async () =>
      (await pool.query('select state, refusal from sender_registrations where team_id = $1', [owner.teamId]))
        .rows;
    await approve();
    await pool.query(
      `update sender_registrations set state = 'REFUSED', refusal = 'Not theirs', submitted_at = now(), decided_at = now()
       where team_id = $1`,
      [owner.teamId],
    );
    await approve();
    expect(await states()).toEqual([{ state: 'DRAFT', refusal: null }]);
    const { rows } = await pool.query(
      'select from_state, to_state from sender_registration_events where team_id = $1 order by number',
      [owner.teamId],
    );
    expect(rows.at(-1)).toEqual({ from_state: 'REFUSED', to_state: 'DRAFT' });
  });

  it('says in the mail if it is for another class than was asked for', async () => {
    const { teamId } = owner;
    const decided = async (contentClass: 'PROMOTIONAL' | 'SERVICE') => {
      const { id } = (await ask({ class: 'PROMOTIONAL' })).json();
      await decideSender(t.services, { teamId, requestId: id, by, contentClass }, null);
      return (await newestMail(t, owner.person.email)).text;
    };
    expect(await decided('PROMOTIONAL')).not.toContain('approved Promotional');
    expect(await decided('SERVICE')).toContain(
      'asked for the class Promotional, and our staff approved Service',
    );
  });

  it('rejects with a reason, and another one can be asked for', async () => {
    const { id } = (await ask()).json();
    const { teamId } = owner;
    await decideSender(t.services, { teamId, requestId: id, by }, 'Too general.');
    expect((await list())[0]).toMatchObject({ status: 'REJECTED', reason: 'Too general.' });
    expect(await senders()).toEqual([]);
    expect((await ask({ sender_id: 'Nimal Shop' })).statusCode).toBe(200);
  });
});

describe('what can be a sender id', () => {
  it('is 3 to 11 letters, numbers, underscores and inner spaces with a letter, and has words for all else', () => {
    const character = fc.constantFrom(...'aZ09_ -é');
    fc.assert(
      fc.property(fc.array(character, { maxLength: 14 }), (characters) => {
        const text = characters.join('');
        const shape = /^(?=.{3,11}$)(?=.*[A-Za-z])[A-Za-z0-9_][A-Za-z0-9_ ]*[A-Za-z0-9_]$/;
        expect(senderProblem(text) === null).toBe(shape.test(text));
        expect(isSenderId(text)).toBe(shape.test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  const LOOKS: Record<string, string> = { o: '0', i: '1', l: '1', e: '3', a: '4', s: '5', t: '7', b: '8' };

  it('is not a protected name, in whatever case, spacing or look-alike digits', () => {
    const names = ['Telstra', 'CommBank', 'Sampath', 'AusPost', 'Dialog', 'MyGov', 'BOC', 'HNB', 'Police'];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.constantFrom('', '', ' ', '_')), {
          minLength: 10,
          maxLength: 10,
        }),
        (name, looks) => {
          const disguised = [...name].map((letter, i) => {
            const [upper, digit, after] = looks[i]!;
            const drawn = (digit && LOOKS[letter.toLowerCase()]) || letter;
            return (upper ? drawn.toUpperCase() : drawn.toLowerCase()) + after;
          });
          expect(isProtected(disguised.join('').trim())).toBe(true);
        },
      ),
    );
  });

  it.each([
    'ANZ Alerts',
    'BOC24',
    'my_Te1stra',
    'CornmBank',
    'WestPac',
    'HNB_Info',
    'SANDBOX',
    'DHL Parcel',
    'C0mm-B@nk',
    'BOC!',
    'T.e.l.s.t.r.a',
  ])('is not %s', (name) => expect(isProtected(name)).toBe(true));

  it.each(['MB Alerts', 'Nimal Info', 'Smsons', 'Saleem'])('may be %s beside a general word', (name) =>
    expect(requestedProblem(countries.of('AU').barredAlone, name)).toBeNull(),
  );

  it.each([
    'Nimal Foods',
    'Tanzania',
    'Bonanza',
    'ATower',
    'Fitness 1st',
    'Cafe 24',
    'AShop',
    'Colombo Gym',
    'Notices',
  ])('may be %s', (name) => expect(isProtected(name)).toBe(false));
});
