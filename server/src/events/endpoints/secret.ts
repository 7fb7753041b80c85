// The secret that signs the calls of a webhook endpoint. It is shown once, when it is made.
import { newSecret } from '../../callbacks/delivery/sign.ts';
import type { Services } from '../../services.ts';

/** The purpose that secrets are sealed for: db/schema/sealed.ts names it too. */
const SEALED_FOR = 'webhook secret';

/** A new secret, and sealed as it is stored. */
export function makeSecret({ secrets }: Pick<Services, 'secrets'>): { secret: string; sealed: Buffer } {
  const secret = newSecret();
  return { secret, sealed: secrets.seal(SEALED_FOR, secret) };
}

/** The stored secrets as they sign, the newest first. */
export const openSecrets = (
  { secrets }: Pick<Services, 'secrets'>,
  { sealed, previousSealed }: { sealed: Buffer; previousSealed: Buffer | null },
): string[] =>
  [sealed, previousSealed]
    .filter((one) => one !== null)
    .map((one) => secrets.open(SEALED_FOR, one).toString());
