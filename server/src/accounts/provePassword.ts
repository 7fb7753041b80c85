// Asking a person who is signed in for their password again, before something that a borrowed browser must not do.
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { inTurn, isPassword } from './passwords.ts';
import { selectCredentialsOf } from './queries.ts';
import { forgiveTries, PROOF_WORDS, proofLane, takeTry } from './throttle.ts';

const WRONG = 'The password is wrong';

/** The person whose password this is; refused where it is wrong (1002, at `field`), or comes too early (1006, 1014). */
export async function provePassword(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  userId: string,
  password: string,
  field: string,
): Promise<{ id: string; email: string; password_hash: string } | Refusal> {
  const lane = proofLane(secrets, userId);
  const user = await inTurn(async () => {
    const tooEarly = await takeTry(kysely, lane, PROOF_WORDS);
    if (tooEarly) return tooEarly;
    const known = await selectCredentialsOf(kysely, userId);
    const isRight = await isPassword(password, known.password_hash);
    return isRight ? known : refuse('invalidArgument', { description: WRONG, fields: { [field]: WRONG } });
  });
  if (!isRefusal(user)) await forgiveTries(kysely, lane);
  return user;
}
