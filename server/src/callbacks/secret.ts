// The secret that signs a project's callbacks: created on first use, shown to owners and admins, and rotated
// by them.
import type { CallbackSecret } from '@godwit/contract/callbacks';
import type { Services } from '../services.ts';
import { newSecret } from './delivery/sign.ts';
import { insertSecret, type Owner, replaceSecret, selectSecret } from './queries.ts';

type Parts = Pick<Services, 'kysely' | 'secrets'>;

const SEALED_FOR = 'callback secret';

/** The present secret of a project. */
export async function readSecret(parts: Parts, owner: Owner): Promise<CallbackSecret> {
  const { sealed, rotatedAt, previousUntil } = await findSecret(parts, owner);
  return {
    secret: open(parts, sealed),
    rotated_at: rotatedAt?.toISOString() ?? null,
    previous_valid_until: previousUntil?.toISOString() ?? null,
  };
}

/** Replaces a project's secret. For a day, calls are also signed with the previous one. */
export async function rotateSecret(parts: Parts, owner: Owner): Promise<CallbackSecret> {
  await findSecret(parts, owner);
  await replaceSecret(parts.kysely, owner, seal(parts, newSecret()));
  return readSecret(parts, owner);
}

/** The secrets that sign a call now, the newest first. */
export async function signingSecrets(parts: Parts, owner: Owner): Promise<string[]> {
  const { sealed, previous } = await findSecret(parts, owner);
  return [sealed, previous].filter((one) => one !== null).map((one) => open(parts, one));
}

async function findSecret(parts: Parts, owner: Owner) {
  const { kysely } = parts;
  const known = await selectSecret(kysely, owner);
  if (known) return known;
  await insertSecret(kysely, owner, seal(parts, newSecret()));
  return (await selectSecret(kysely, owner))!;
}

const seal = ({ secrets }: Parts, secret: string) => secrets.seal(SEALED_FOR, secret);
const open = ({ secrets }: Parts, sealed: Buffer) => secrets.open(SEALED_FOR, sealed).toString();
