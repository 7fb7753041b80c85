// RULES_FILE beside a rule set of staff: the file wins, value by value.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { inForce } from '../../test/factories.ts';
import { makeStaff } from '../../test/staff.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { doctor } from '../commands/doctor.ts';
import type { Runtime } from '../runtime.ts';
import { applyRuleSet } from './follow.ts';

const rulesFile = join(throwawayFolder(), 'rules.json');
const write = (rules: object) => writeFileSync(rulesFile, JSON.stringify(rules));
const register = (otherwise: string) => [inForce({ else: otherwise })];
write({ SG: { register: register('STAMP') } });
const t = await testApp({ rulesFile });
const { countryRules } = t.services;
const [author, second] = [await makeStaff(t), await makeStaff(t)];
const post = async (who: typeof author, path: string, json: object) =>
  (await who.browser.post(`/v1/staff/rules/${path}`, undefined, { json })).json();

it('staff may change rules beside a file, whose values win until it is taken away', async () => {
  const rules = JSON.stringify({
    SG: { register: register('REFUSE'), consent: [inForce('ENFORCE')] },
    NZ: { register: register('REFUSE') },
  });
  const change = { base: null, scope: 'ALL', rules };
  const { difference } = await post(author, 'check', change);
  expect(difference.effects).toMatchObject([
    { countries: ['NZ'], field: 'register' },
    { countries: ['SG'], field: 'consent' },
  ]);
  expect(difference.values).toHaveLength(3);
  const { proposals } = await post(author, 'proposals', { ...change, reason: 'From the file' });
  const { number } = proposals[0];
  const now = await post(second, `sets/${number}/accept`, { reason: 'Read' });
  expect(now).toMatchObject({ current: { number }, file: { countries: ['SG'] } });
  const sources = (country: string) =>
    now.in_force
      .filter((one: { country: string }) => one.country === country)
      .map(({ field, source }: { field: string; source: string }) => `${field} ${source}`);
  expect(sources('SG')).toEqual(['register FILE', 'consent STAFF']);
  expect(sources('NZ')).toEqual(['register STAFF']);

  await applyRuleSet(t.services);
  const otherwise = () => countryRules.now().registers.map((one) => `${one.country} ${one.otherwise}`);
  expect(otherwise()).toEqual(['AU STAMP', 'SG STAMP', 'NZ REFUSE']);
  expect(countryRules.now().of('SG').consent).toBe('ENFORCE');
  const { findings } = (await doctor(t.services as Runtime)).data as {
    findings: { name: string; says: string }[];
  };
  expect(findings.find(({ name }) => name === 'rules')!.says).toContain(
    `${rulesFile} has rules for SG, which win; of `,
  );

  write({ SG: { register: register('WRONG') } });
  countryRules.reload();
  expect(otherwise(), 'a wrong file').toEqual(['AU STAMP', 'SG STAMP', 'NZ REFUSE']);
  write({});
  countryRules.reload();
  expect(otherwise()).toEqual(['AU STAMP', 'SG REFUSE', 'NZ REFUSE']);
});
