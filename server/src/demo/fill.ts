// Fills an unused database with the demo: two teams with a year of data, two new teams, and staff.

import { randomInt } from 'node:crypto';
import { classOfBoolean } from '@godwit/contract/contentClass';
import { indexPrices } from '@godwit/contract/payments/priceByPrefix';
import { senderIdRequest } from '@godwit/contract/senders';
import type { StaffRole } from '@godwit/contract/staff/roles';
import { TOTP } from 'otpauth';
import PDFDocument from 'pdfkit';
import { register } from '../accounts/register.ts';
import { rollUpCampaignCounts } from '../campaigns/counts.ts';
import { ensureMonths } from '../db/schema/months.ts';
import { upload } from '../files/upload.ts';
import { beginFactor, confirmFactor } from '../identity/secondFactor.ts';
import { proofThrottleKey } from '../identity/throttle.ts';
import { newId } from '../ids.ts';
import { openOptOutLinks } from '../optOuts/page/links.ts';
import { sendSlip } from '../payments/slips/slips.ts';
import { readTax } from '../payments/statements/tax.ts';
import { priceLists } from '../prices/lists.ts';
import { createProject } from '../projects/create.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { addSender } from '../senders/decide.ts';
import { requestSender } from '../senders/request.ts';
import type { Services } from '../services.ts';
import { addStaff } from '../staff/accounts.ts';
import { rollUpCounts } from '../stats/rollup.ts';
import { verifyUnasked } from '../verification/decide.ts';
import { requestVerification } from '../verification/request.ts';
import { BUSINESSES, type Business, DEMO_STAFF, NEWCOMERS, staffEmail } from './businesses.ts';
import { addPeople, isUnused, settleProjects, settleStaff, settleTeam, tidyUp } from './queries.ts';
import { digits, seeded } from './random.ts';
import { storeYear } from './store.ts';
import { makeThreads } from './threads.ts';
import { makeContacts, makeYear } from './year.ts';

/** Whether nobody has used the database yet: only then it may be filled. */
export { isUnused };

/** How to sign in to the demo: everyone has the same password, staff an authenticator's secret each. */
export type SignIns = { password: string; staff: { email: string; role: StaffRole; secret: string }[] };

const YEAR_MS = 365 * 86_400_000;
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';

/**
 * Fills an unused database; `scale` 1 is about fifty thousand messages. Returns the sign-ins, which are
 * stored nowhere else.
 */
export async function fillDemo(services: Services, scale = 1): Promise<SignIns> {
  const word = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const password = `Tour${digits(Math.random, 2)}&${word}`;
  const now = Date.now();
  await ensureMonths(services.pool, new Date(now - YEAR_MS), 17);
  for (const [index, business] of BUSINESSES.entries())
    await fillTeam(services, business, { password, now, scale, seed: index + 1 });
  for (const newcomer of NEWCOMERS) await fillNewcomer(services, newcomer, { password, now });
  const staff: SignIns['staff'] = [];
  for (const role of DEMO_STAFF) staff.push(await fillStaff(services, role));
  await rollUpCounts(services.pool, new Map());
  await rollUpCampaignCounts(services.pool);
  await tidyUp(services.pool);
  return { password, staff };
}

type Begun = { password: string; now: number };

async function fillTeam(
  services: Services,
  business: Business,
  { password, now, scale, seed }: Begun & { scale: number; seed: number },
) {
  const { pool, kysely, secrets, settings } = services;
  const [owner, ...others] = business.people;
  const since = new Date(now - YEAR_MS - 5 * 86_400_000);
  const { teamId, userId, timezone, currency } = await begin(
    services,
    { ...owner!, region: business.region, name: business.name },
    { password, since },
  );
  const later = new Date(since.getTime() + 3 * 86_400_000);
  await addPeople(
    pool,
    teamId,
    others.map((person) => ({ ...person, id: newId(), since: later })),
  );
  orFail(await verifyUnasked(services, teamId));
  const member = { userId, teamId, regionId: business.region, role: 'OWNER', verifiedAt: since } as const;
  const projects = [];
  for (const project of business.projects) {
    const { id } = orFail(await createProject(services, member, project.name));
    for (const { name: sender, promotional } of project.senders)
      await addSender(kysely, { projectId: id, sender, contentClass: classOfBoolean(promotional) });
    projects.push({ ...project, id });
  }
  await settleProjects(pool, teamId, since);
  const { rows } = await priceLists(services, business.region);
  const prices = indexPrices(
    rows.map(({ dial_prefix, price }) => ({ dial_prefix, micros: BigInt(Math.round(price * 1e6)) })),
  );
  const links = openOptOutLinks(secrets, settings.publicUrl);
  const optOutLine = (number: string, text: string) => links({ teamId, mode: 'LIVE', number }).line(text);
  const parts = { business, projects, timezone, prices, optOutLine, random: seeded(seed), now, scale };
  const contacts = makeContacts(parts);
  const year = makeYear(parts, contacts, makeThreads(parts, contacts));
  const tax = await readTax(kysely, business.region);
  await storeYear(
    services,
    { business, teamId, ownerId: userId, timezone, currency, tax, contacts, ...year },
    links,
  );
  await askStaff(services, { teamId, userId, projectId: projects[0]!.id, business });
}

/** Registers an owner, and has the team exist since an instant, under its name. */
async function begin(
  services: Services,
  owner: { firstName: string; lastName: string; email: string; region: Business['region']; name: string },
  { password, since }: { password: string; since: Date },
) {
  const { firstName: first_name, lastName: last_name, email, region: region_code, name } = owner;
  orFail(await register(services, { first_name, last_name, email, password, region_code, language: 'en' }));
  return settleTeam(services.pool, { email, name, since });
}

/** A sender id and a bank transfer for staff to decide about. */
async function askStaff(
  services: Services,
  {
    teamId,
    userId,
    projectId,
    business,
  }: { teamId: string; userId: string; projectId: string; business: Business },
): Promise<void> {
  const by = { teamId, userId };
  const name = business.name.replace(' (demo)', '');
  const registration = await handIn(services, by, 'Registration', [
    `Business: ${name}`,
    'Registered: 14 March 2011',
  ]);
  const form = senderIdRequest.parse({
    sender_id: business.region === 'LK' ? 'KH_Gifts' : 'HDKids',
    is_promotional: true,
    description:
      business.region === 'LK'
        ? 'Gift vouchers and wedding lists'
        : 'Check-ups for children in the school holidays',
    legal_name: business.region === 'LK' ? `${name} (Pvt) Ltd` : `${name} Pty Ltd`,
    documents: [{ id: registration, name: 'Registration' }],
  });
  orFail(await requestSender(services, { ...by, projectId, form }));
  const amount = String(business.topUp * 2);
  const file = await handIn(services, by, 'Bank slip', [
    `From: ${name}`,
    'To: Godwit Ltd',
    `Amount: ${amount}.00`,
    'Reference: TRF 4471 9920',
  ]);
  orFail(await sendSlip(services, by, { amount, file }));
}

async function fillNewcomer(
  services: Services,
  newcomer: (typeof NEWCOMERS)[number],
  { password, now }: Begun,
): Promise<void> {
  const begun = await begin(services, newcomer, { password, since: new Date(now - 26 * 3_600_000) });
  const lines = [
    `Holder: ${newcomer.name.replace(' (demo)', '')}`,
    `Signed by: ${newcomer.firstName} ${newcomer.lastName}`,
  ];
  const id = await handIn(services, begun, newcomer.document, lines);
  const documents = [{ id, name: newcomer.document }];
  orFail(await requestVerification(services, begun, { account_type: 'BUSINESS', documents }));
}

async function handIn(
  services: Services,
  by: { teamId: string; userId: string },
  title: string,
  lines: string[],
): Promise<string> {
  const content = pdfDocument(title, lines);
  return orFail(await upload(services, by, { name: `${title}.pdf`, content })).id;
}

/** A page with a title and lines below it, as PDF. */
function pdfDocument(title: string, lines: readonly string[]): NodeJS.ReadableStream & AsyncIterable<Buffer> {
  const document = new PDFDocument({ size: 'A5', margin: 48, info: { Title: title } });
  document.fontSize(10).fillColor('#9a1f1f').text('SPECIMEN: made up for the demo', { align: 'right' });
  document.moveDown(2).fontSize(20).fillColor('#1a1f24').text(title);
  document.moveDown().fontSize(11);
  for (const line of lines) document.text(line, { lineGap: 6 });
  document.end();
  return document as unknown as NodeJS.ReadableStream & AsyncIterable<Buffer>;
}

async function fillStaff(services: Services, role: StaffRole): Promise<SignIns['staff'][number]> {
  const { kysely, pool, secrets } = services;
  const email = staffEmail(role);
  const { id } = orFail(await addStaff(kysely, { email, role }));
  await settleStaff(pool, email, BUSINESSES[0]!.people[0]!.email);
  const { secret } = orFail(await beginFactor(services, { staff_id: id }, email));
  // Uses the previous code: the current one stays valid for signing in.
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 });
  orFail(
    await confirmFactor(
      services,
      { staff_id: id },
      { code, throttleKey: proofThrottleKey(secrets, id) },
      async () => ({}),
    ),
  );
  return { email, role, secret };
}

function orFail<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome))
    throw new Error(`The demo could not be made: ${outcome.description ?? outcome.refused}`);
  return outcome;
}
