// The secret that signs the calls of a webhook endpoint. It is shown once, when the endpoint is created.
import { newSecret } from '../../callbacks/delivery/sign.ts';
import type { Services } from '../../services.ts';

/** The purpose that secrets are sealed for: db/schema/sealed.ts names it too. */
const SEALED_FOR = 'webhook secret';

/** A new secret, and sealed as it is stored. */
export function makeSecret({ secrets }: Pick<Services, 'secrets'>): { secret: string; sealed: Buffer } {
  const secret = newSecret();
  return { secret, sealed: secrets.seal(SEALED_FOR, secret) };
}

/** A stored secret as it signs. */
export const openSecret = ({ secrets }: Pick<Services, 'secrets'>, sealed: Buffer): string =>
  secrets.open(SEALED_FOR, sealed).toString();
