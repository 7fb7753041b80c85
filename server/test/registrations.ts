// Registrations of sender ids in Australia for tests, made by members of staff as their pages make them.
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

type Name = { teamId: string; projectId: string; sender: string };

const reason = 'For a test';

/** Two members of staff. */
export async function twoStaff(t: TestApp): Promise<[Staff, Staff]> {
  const one = await newStaff(t, { role: 'COMPLIANCE' });
  const other = await newStaff(t, { role: 'COMPLIANCE' });
  return [asStaff(one), asStaff(other)];
}

const asStaff = ({ id, email }: { id: string; email: string }): Staff =>
  ({ id, email, role: 'COMPLIANCE', ip: '127.0.0.1' }) as Staff;

/** Hands a name in to the register, and returns the id of its registration. */
export async function submitName(t: TestApp, by: Staff, name: Name): Promise<string> {
  const { kysely } = t.services;
  const inRegister = { ...name, country: 'AU' } as const;
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
export async function proposeName(t: TestApp, by: Staff, id: string): Promise<string> {
  const proposed = { id, reference: 'AU-20261', expiresOn: null, reason };
  orThrow(await proposeRegistration(t.services, by, proposed));
  return (await selectRegistration(t.services.kysely, id))!.proposal!;
}

/** Registers a name as two members of staff do; returns the id of its registration. */
export async function registerName(t: TestApp, name: Name): Promise<string> {
  const [one, other] = await twoStaff(t);
  const id = await submitName(t, one, name);
  const proposal = await proposeName(t, one, id);
  orThrow(await confirmRegistration(t.services, other, { id, proposal }));
  return id;
}

/** Takes the registration of a name away, as one member of staff does. */
export async function withdrawName(t: TestApp, id: string): Promise<void> {
  const [one] = await twoStaff(t);
  orThrow(await moveRegistration(t.services, one, { id, to: 'WITHDRAWN', reason }));
}
