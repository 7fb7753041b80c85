// Messages of each class: quiet hours, consent, opt-outs, codes and the opt-out link, by the rules of the
// recipient's country. And rows of processes that know no classes.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_CLASSES, type ContentClass, isPromotional } from '@godwit/contract/contentClass';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addGroup, previewed } from '../../../test/campaigns.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { addSender, inForce } from '../../../test/factories.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const folder = throwawayFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const rulesPath = join(folder, 'rules.json');
writeFileSync(rulesPath, '{}');
const t = await testApp({ rulesFile: rulesPath });
const { pool, countryRules } = t.services;

/** Australia enforces consent, and treats service notices as advertising if `strict`. */
function rule({ strict }: { strict: boolean }) {
  const classes = strict ? ['SERVICE', 'PROMOTIONAL'] : ['PROMOTIONAL'];
  const AU = {
    consent: [inForce('ENFORCE')],
    quiet_for: [inForce(classes)],
    consent_for: [inForce(classes)],
  };
  writeFileSync(rulesPath, JSON.stringify({ AU }));
  countryRules.reload();
}

const SYDNEY = '+61412345678';
/** Night in Sydney at any time of this test: all day but its shortest open time, which is long over. */
function nightInSydney() {
  const clock = (ms: number) =>
    new Date(ms).toLocaleTimeString('en-GB', { timeZone: 'Australia/Sydney' }).slice(0, 5);
  return { from: clock(Date.now() - 3_600_000), to: clock(Date.now() + 2 * 3_600_000) };
}

async function makeTeam(contentClass: ContentClass) {
  const team = await makeLiveSender(t, { contentClass });
  const post = async (payload: object = {}) =>
    (
      await t.app.inject({
        method: 'POST',
        url: '/v1/messages',
        headers: { authorization: team.authorization.LIVE },
        payload: { to: SYDNEY, from: 'Lanka Shop', body: 'Your code is 482913', ...payload },
      })
    ).json();
  const web = (path: string, form: Record<string, string>) => team.browser.post(`/v1/web/${path}`, form);
  const consent = () =>
    web('consents', {
      ...{ number: SYDNEY, kind: 'GIVEN', source: 'A form', mode: 'LIVE' },
      at: new Date(Date.now() - 60_000).toISOString(),
    });
  return { ...team, post, web, consent };
}

beforeEach(() => rule({ strict: false }));

describe.each([
  ['TRANSACTIONAL', { strict: false }, { waits: false, consent: false, promotions: false }],
  ['TRANSACTIONAL', { strict: true }, { waits: false, consent: false, promotions: false }],
  ['SERVICE', { strict: false }, { waits: false, consent: false, promotions: false }],
  ['SERVICE', { strict: true }, { waits: true, consent: true, promotions: false }],
  ['PROMOTIONAL', { strict: false }, { waits: true, consent: true, promotions: true }],
  ['PROMOTIONAL', { strict: true }, { waits: true, consent: true, promotions: true }],
] as const)('%s in a country with %j', (contentClass, rules, applies) => {
  beforeEach(() => rule(rules));

  it(`needs consent: ${applies.consent}, also in a campaign's preview`, async () => {
    const team = await makeTeam(contentClass);
    const include_groups = await addGroup(t.services, team.teamId, 'Shop', [{ number: SYDNEY }]);
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop', content: 'Closed on Monday' };
    const noConsent = async () => (await previewed(team, wanted)).skipped.no_consent;
    expect((await team.post()).code ?? 201).toBe(applies.consent ? 3003 : 201);
    expect(await noConsent()).toBe(applies.consent ? 1 : 0);
    await team.consent();
    expect(await team.post()).toMatchObject({ status: 'ACCEPTED' });
    expect(await noConsent()).toBe(0);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it(`waits for the end of quiet hours: ${applies.waits}`, async () => {
    const team = await makeTeam(contentClass);
    await team.consent();
    await team.web(`projects/${team.project.id}/quiet_hours`, nightInSydney());
    expect((await team.post()).send_at === null).toBe(!applies.waits);
  });

  it(`is stopped by an opt-out of promotions: ${applies.promotions}, and by one of all messages`, async () => {
    const team = await makeTeam(contentClass);
    await team.consent();
    await team.web('opt_outs', { number: SYDNEY, scope: 'PROMOTIONAL' });
    expect((await team.post()).code ?? 201).toBe(applies.promotions ? 3003 : 201);
    await team.web('opt_outs', { number: SYDNEY, scope: 'ALL' });
    expect((await team.post()).code).toBe(3003);
  });
});

it.each(CONTENT_CLASSES)(
  '%s: the message keeps the class, and only advertising has the link',
  async (contentClass) => {
    const team = await makeTeam(contentClass);
    await team.consent();
    const { id, body } = await team.post();
    const { rows } = await pool.query('select promotional, content_class from messages where id = $1', [id]);
    expect(rows).toEqual([{ promotional: isPromotional(contentClass), content_class: contentClass }]);
    expect(body === 'Your code is 482913').toBe(!isPromotional(contentClass));
    expect(await team.post({ dry_run: true })).toMatchObject({ route_class: contentClass.toLowerCase() });
  },
);

it.each(CONTENT_CLASSES)('%s takes codes in their lane if it is for them', async (contentClass) => {
  const team = await makeTeam(contentClass);
  await team.consent();
  const answer = await team.post({ lane: 'otp' });
  if (contentClass === 'TRANSACTIONAL') expect(answer.status).toBe('ACCEPTED');
  else
    expect(answer).toMatchObject({ code: 3002, description: expect.stringMatching(/Use a transactional/) });
});

it.each(CONTENT_CLASSES)('a substitute of %s is of the same class', async (contentClass) => {
  const team = await makeTeam('SERVICE');
  const { teamId, project } = team;
  await addSender(t, { teamId, projectId: project.id, sender: 'Other', contentClass });
  const answer = await team.web(`projects/${project.id}/substitutes`, {
    ...{ sender: 'Lanka Shop', substitute: 'Other' },
  });
  expect(answer.statusCode).toBe(contentClass === 'SERVICE' ? 200 : 400);
});

describe('a sender id that an older process', () => {
  const classes = async ({ browser, project }: Awaited<ReturnType<typeof makeTeam>>) =>
    (await browser.get(`/v1/web/projects/${project.id}`))
      .json()
      .senders.map((one: { class: string }) => one.class);

  it.each([
    [false, 'TRANSACTIONAL'],
    [true, 'PROMOTIONAL'],
  ])('wrote with promotional %s is %s', async (promotional, expected) => {
    const team = await makeTeam('SERVICE');
    await pool.query('update sender_ids set promotional = $2, content_class = null where team_id = $1', [
      team.teamId,
      promotional,
    ]);
    expect(await classes(team)).toEqual([expected]);
  });

  it('made promotional has the class that it wrote', async () => {
    const team = await makeTeam('SERVICE');
    expect(await classes(team)).toEqual(['SERVICE']);
    await pool.query('update sender_ids set promotional = true where team_id = $1', [team.teamId]);
    expect(await classes(team)).toEqual(['PROMOTIONAL']);
  });
});
