// Registrations of sender ids for tests, made by members of staff as their pages make them.
import { join } from 'node:path';
import { openRules } from '@godwit/contract/rules/table';
import { readRulesFile } from '../src/countryRules.ts';
import { transaction } from '../src/db/transaction.ts';
import type { Staff } from '../src/identity/sessions.ts';
import { orThrow } from '../src/refusal.ts';
import {
  confirmRegistration,
  moveRegistration,
  proposeRegistration,
  selectRegistration,
  startRegistration,
} from '../src/senders/registrations.ts';
import type { TestApp } from './app.ts';
import { newStaff } from './staff.ts';

const shipped = readRulesFile(join(import.meta.dirname, '../src/countryRules.json'));

/** Sets how Sri Lanka's networks treat names that they have not registered, beside the shipped rules. */
export function treatOtherNames(
  { services: { countryRules } }: Pick<TestApp, 'services'>,
  otherwise: 'PASS' | 'REFUSE' | 'STAMP',
): void {
  const origin = { source: 'A test', read_on: '2026-11-27', status: 'HOUSE', counsel: null } as const;
  const register = [{ ...origin, unverified: false, from: null, until: null, value: { else: otherwise } }];
  countryRules.now = openRules([shipped, { LK: { register } }]);
}

/** `country`: Australia if left out; `network`: the whole country; `telcos`: all. */
type Name = {
  teamId: string;
  projectId: string;
  sender: string;
  country?: string;
  network?: string;
  telcos?: string[];
};

const reason = 'For a test';

/** Two members of staff. */
export async function twoStaff(t: TestApp): Promise<[Staff, Staff]> {
  const one = await newStaff(t, { role: 'COMPLIANCE' });
  const other = await newStaff(t, { role: 'COMPLIANCE' });
  return [asStaff(one), asStaff(other)];
}

const asStaff = ({ id, email }: { id: string; email: string }): Staff =>
  ({ id, email, role: 'COMPLIANCE', ip: '127.0.0.1' }) as Staff;

/** An ABN with right check digits. */
export const ABN = '51 824 753 556';

/** Gives a name an owner whom staff have looked up. */
async function ownName({ services: { pool } }: TestApp, { teamId, projectId, sender }: Name) {
  await pool.query(
    `with owner as (insert into entities (team_id, id, legal_name, scheme, number, checked_at, checked_by)
        values ($1, gen_random_uuid(), 'Lanka Shop Pty Ltd', 'ABN', $4, now(), 'sita@example.com')
        on conflict (team_id, scheme, number) do update set checked_at = now(), checked_by = excluded.checked_by returning id)
      update sender_ids set entity_id = owner.id, basis = 'BUSINESS_NAME' from owner
        where team_id = $1 and project_id = $2 and sender = $3`,
    [teamId, projectId, sender, ABN.replaceAll(' ', '')],
  );
}

/** Hands a name in to the register, and returns the id of its registration. */
export async function submitName(t: TestApp, by: Staff, name: Name): Promise<string> {
  const { kysely } = t.services;
  const inRegister = { country: 'AU', network: '*', ...name };
  await ownName(t, name);
  const id = await transaction(kysely, (trx) => startRegistration(trx, by, inRegister, reason));
  if (id === null) throw new Error(`The project has no sender id ${name.sender}`);
  const { state } = (await selectRegistration(kysely, id))!;
  if (state === 'WITHDRAWN' || state === 'REFUSED' || state === 'EXPIRED')
    orThrow(await moveRegistration(t.services, by, { id, to: 'DRAFT', reason }));
  if (state !== 'SUBMITTED' && state !== 'REGISTERED')
    orThrow(await moveRegistration(t.services, by, { id, to: 'SUBMITTED', reason }));
  return id;
}

/** Proposes that a name that was handed in is registered; returns the id of the proposal. */
export async function proposeName(
  t: TestApp,
  by: Staff,
  id: string,
  telcos: readonly string[] = [],
): Promise<string> {
  const proposed = { id, reference: 'AU-20261', expiresOn: null, telcos, reason };
  orThrow(await proposeRegistration(t.services, by, proposed));
  return (await selectRegistration(t.services.kysely, id))!.proposal!;
}

/** Registers a name as two members of staff do; returns the id of its registration. */
export async function registerName(t: TestApp, name: Name): Promise<string> {
  const [one, other] = await twoStaff(t);
  const id = await submitName(t, one, name);
  const proposal = await proposeName(t, one, id, name.telcos);
  orThrow(await confirmRegistration(t.services, other, { id, proposal }));
  return id;
}

/** Takes the registration of a name away, as one member of staff does. */
export async function withdrawName(t: TestApp, id: string): Promise<void> {
  const [one] = await twoStaff(t);
  orThrow(await moveRegistration(t.services, one, { id, to: 'WITHDRAWN', reason }));
}
