// What every decision of staff has in common: who decides.
import type { Decider } from '../decisions.ts';
import type { Staff } from '../identity/sessions.ts';

/** A member of staff as the one who decides. */
export function deciderOf({ id, email }: Staff): Decider {
  return { staffId: id, name: email, email };
}
