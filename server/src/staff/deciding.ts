// What every decision of staff has in common: who decides, and its entry in the audit log, in the decision's own transaction.
import { type Deed, recordAudit } from '../audit/record.ts';
import type { Alongside, Decider } from '../decisions.ts';
import type { Staff } from '../http/staffSessions.ts';

/** A member of staff as the one who decides. */
export function deciderOf({ id, email }: Staff): Decider {
  return { staffId: id, name: email, email };
}

/** Logs a deed along with what it is about. */
export function logging(staff: Staff, deed: Deed): Alongside {
  return (trx) => recordAudit(trx, staff, deed);
}
