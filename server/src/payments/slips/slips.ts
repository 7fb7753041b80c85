// Bank transfers: the customer sends a slip, staff enter the amount received; above a limit two of them do.

import { createHash } from 'node:crypto';
import type { Payment } from '@godwit/contract/payments/payments';
import { AMOUNT_INVALID, SLIP_SENT_BEFORE } from '@godwit/contract/sentences/billing';
import type { Slip, SlipCase } from '@godwit/contract/staff/payments';
import type { ClientBase } from 'pg';
import { recordAudit } from '../../audit/record.ts';
import { sumPostedAlone } from '../../billing/adjust.ts';
import { lockBalance } from '../../billing/topUp.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import { transaction } from '../../db/transaction.ts';
import { bindDocuments, evidenceOf } from '../../files/documents.ts';
import { openFile } from '../../files/open.ts';
import { type PageQuery, pageOf, searchOf } from '../../http/paging.ts';
import type { Member, Staff } from '../../identity/sessions.ts';
import { slipRejectedMail } from '../../mail/paymentTemplates.ts';
import { CENT, fromMicros, parseAmount } from '../../money.ts';
import { isRefusal, type Refusal, RefusalError, refuse, refuseField } from '../../refusal.ts';
import { mayDecideAlone, refuseOwnRequest } from '../../secondPerson.ts';
import type { Services } from '../../services.ts';
import { decidedAlready, refuseOwnTeam } from '../../team/decisions.ts';
import { mailAdmins } from '../../team/notify.ts';
import { storePayment } from '../checkout/begin.ts';
import {
  lockPaymentById,
  type PaymentRow,
  selectPayment,
  settlePayment,
  updateAmounts,
} from '../checkout/queries.ts';
import { credit } from '../checkout/settle.ts';
import { toPayment } from '../checkout/show.ts';
import { inTotal, withTax } from '../statements/tax.ts';
import {
  closeSlip,
  countSlips,
  insertSlip,
  isReferenceTaken,
  listSlips,
  lockSlip,
  selectSlip,
  storeFirstReading,
} from './queries.ts';

const OTHER_READING =
  'Your colleague has read something else on this slip. Look at it again; if it is as you read it, ask your colleague to correct it.';
const OWN_READING = 'You have read this slip first: somebody else has to confirm it.';
const OTHER_THAN_CLAIMED =
  'This is not what the customer says was transferred. Look at the slip again; if it says this, confirm that it differs.';
const TAKEN = 'Another payment has this reference already.';

/** The number of transfers that wait for a decision. */
export { countSlips };

/**
 * Stores a bank transfer with its slip until staff decide. A form that is sent again returns the same
 * payment. Refusals: those of an amount; 1001 for a file of another team; 1013, as a RefusalError, for a slip
 * that was sent before or belongs to something else.
 */
export async function sendSlip(
  services: Services,
  member: Pick<Member, 'teamId' | 'userId'>,
  { amount, file, key }: { amount: string; file: string; key?: string | undefined },
): Promise<Payment | Refusal> {
  const { teamId } = member;
  const opened = await openFile(services, { teamId, fileId: file });
  if (isRefusal(opened)) return opened;
  const hash = createHash('sha256').update(opened.content).digest();
  const asked = { amount, key, provider: 'BANK' } as const;
  const stored = await storePayment(services, member, asked, async (trx, payment) => {
    const slip = { teamId, id: payment.id, claimedMicros: payment.amount_micros, hash };
    if (!(await insertSlip(trx, slip)))
      throw new RefusalError(refuseField('conflict', 'file', SLIP_SENT_BEFORE));
    const documents = [{ id: file, name: 'Bank slip' }];
    await bindDocuments(trx, { teamId, purpose: 'BANK_SLIP', subjectId: payment.id, documents });
  });
  if (isRefusal(stored)) return stored;
  return toPayment((await selectPayment(services.kysely, teamId, stored.id))!);
}

/** A page of the transfers with a status. */
export function findSlips(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  query: PageQuery & { q?: string | undefined; status: Slip['status'] },
) {
  return pageOf(
    listSlips(kysely, { ...searchOf(query.q), status: query.status }, staff.email),
    query,
    (row) => toSlip(row, staff),
  );
}

/** A transfer with its slip; 1001 if there is none. */
export async function slipCase(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  id: string,
): Promise<SlipCase | Refusal> {
  const row = await selectSlip(kysely, id, staff.email);
  if (!row) return refuse('notFound');
  return { ...toSlip(row, staff), documents: await evidenceOf(kysely, row.team_id, id) };
}

type Reading = { total: string; reference: string; differs: boolean };

/**
 * Credits the amount that a member of staff has read on a slip. Above their daily limit (ADJUST_ALONE) a
 * second one must read the same; until then, the first may correct their reading, and a corrected one always
 * needs the second. Returns the transfer. 1001; 1002 for an invalid amount, or one that differs from the
 * claimed amount without `differs`; 1012 for one's own team, and for the first reader who repeats their
 * reading; 1013 if it was decided, another payment has the reference, or the second reading differs.
 */
export async function confirmSlip(
  services: Services,
  staff: Staff,
  { id, total, reference: typed, differs }: { id: string } & Reading,
): Promise<SlipCase | Refusal> {
  const totalMicros = parseAmount(total);
  if (!totalMicros) return refuseField('invalidArgument', 'total', AMOUNT_INVALID);
  const reference = typed.replace(/\s+/g, ' ').toUpperCase();
  const refused = await decide(services, staff, id, async (client, payment) => {
    const key = { teamId: payment.team_id, id };
    const slip = await lockSlip(client, key);
    const tax = { basisPoints: payment.tax_basis_points, included: payment.tax_included };
    if (!differs && isOther(totalMicros, withTax(slip.claimed_micros, tax).totalMicros))
      return refuseField('invalidArgument', 'total', OTHER_THAN_CLAIMED);
    const amounts = inTotal(totalMicros, tax);
    const micros = amounts.amountMicros;
    if (await isReferenceTaken(client, key, reference)) return refuseField('conflict', 'reference', TAKEN);
    const trx = kyselyWithin(client);
    const audit = (action: 'SLIP_ASKED' | 'SLIP_CONFIRMED') =>
      recordAudit(trx, staff, {
        action,
        teamId: payment.team_id,
        subject: id,
        detail: {
          total: fromMicros(totalMicros),
          amount: fromMicros(micros),
          currency: payment.currency,
          reference,
        },
      });
    const isSame = slip.asked_micros === micros && slip.bank_reference === reference;
    const own = refuseOwnRequest(slip.asked_by, staff, OWN_READING);
    if (own && isSame) return own;
    const needsSecond =
      own !== null ||
      (slip.asked_by === null && !(await mayAlone(client, services, { payment, staff, micros })));
    if (needsSecond) {
      await storeFirstReading(client, key, { micros, reference, staffId: staff.id });
      await audit('SLIP_ASKED');
      return null;
    }
    if (slip.asked_by !== null && !isSame) return refuse('conflict', { description: OTHER_READING });
    await closeSlip(client, key, { reference, staffId: staff.id, open: true });
    await updateAmounts(client, payment, amounts);
    await credit(
      client,
      services,
      { ...payment, amount_micros: micros, total_micros: amounts.totalMicros },
      { charge: null, cardLast4: null },
    );
    await audit('SLIP_CONFIRMED');
    return null;
  });
  return refused ?? slipCase(services, staff, id);
}

/** Whether two totals differ by more than the cent that rounding may cause. */
function isOther(a: bigint, b: bigint): boolean {
  return a - b > CENT || b - a > CENT;
}

/**
 * Rejects a transfer and mails the reason to the customer, who may send the slip again. Refusals as for
 * `confirmSlip`.
 */
export async function rejectSlip(
  services: Services,
  staff: Staff,
  { id, reason }: { id: string; reason: string },
): Promise<SlipCase | Refusal> {
  const refused = await decide(services, staff, id, async (client, payment) => {
    const { team_id: teamId } = payment;
    await lockSlip(client, { teamId, id });
    await closeSlip(client, { teamId, id }, { reference: null, staffId: staff.id, open: false });
    const nothing = { charge: null, cardLast4: null };
    await settlePayment(client, payment, { status: 'FAILED', failure: reason, ...nothing });
    const trx = kyselyWithin(client);
    await mailAdmins(trx, teamId, slipRejectedMail(services.settings.publicUrl, reason));
    await recordAudit(trx, staff, { action: 'SLIP_REJECTED', teamId, subject: id, detail: { reason } });
    return null;
  });
  return refused ?? slipCase(services, staff, id);
}

/**
 * Locks a transfer, checks that the staff member may decide it, and applies the decision in the same
 * transaction.
 */
async function decide(
  { pool, kysely }: Services,
  staff: Staff,
  id: string,
  act: (client: ClientBase, payment: PaymentRow) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const known = await selectSlip(kysely, id, staff.email);
  if (!known) return refuse('notFound');
  return transaction(pool, async (client) => {
    const payment = await lockPaymentById(client, { team_id: known.team_id, id });
    const trx = kyselyWithin(client);
    const own = await refuseOwnTeam(trx, payment.team_id, staff.email);
    if (own) return own;
    if (payment.status === 'PENDING') return act(client, payment);
    const now = await selectSlip(trx, id, staff.email);
    return decidedAlready(
      now && {
        status: now.status === 'SUCCEEDED' ? 'confirmed' : 'rejected',
        decider: now.decided_by,
        decided_at: now.settled_at,
      },
    );
  });
}

/**
 * Whether an amount, with what the person has credited to the team within a day alone, needs no second
 * person.
 */
async function mayAlone(
  client: ClientBase,
  { settings }: Pick<Services, 'settings'>,
  { payment, staff, micros }: { payment: PaymentRow; staff: Staff; micros: bigint },
): Promise<boolean> {
  const of = { teamId: payment.team_id, staffId: staff.id };
  // Serialises decisions about a team's money: the total credited alone must not change until this is
  // stored.
  await lockBalance(client, payment.team_id);
  const before = await sumPostedAlone(kyselyWithin(client), of);
  return mayDecideAlone(settings, payment.currency, micros + before);
}

type SlipRow = NonNullable<Awaited<ReturnType<typeof selectSlip>>>;

function toSlip(row: SlipRow, staff: Staff): Slip {
  const tax = { basisPoints: row.tax_basis_points, included: row.tax_included };
  const claimed = withTax(row.claimed_micros, tax);
  const isCredited = row.status === 'SUCCEEDED';
  return {
    id: row.id,
    status: row.status,
    team: { id: row.team_id, name: row.team_name },
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    email: row.email ?? '',
    currency: row.currency,
    claimed: fromMicros(claimed.amountMicros),
    claimed_total: fromMicros(claimed.totalMicros),
    tax_percentage: row.tax_basis_points / 100,
    tax_included: row.tax_included,
    credited: isCredited ? fromMicros(row.amount_micros) : null,
    reference: isCredited ? row.bank_reference : null,
    submitted_at: row.created_at.toISOString(),
    asked_by: row.asked_by,
    asked_at: row.asked_at?.toISOString() ?? null,
    decided_at: row.settled_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    reason: row.failure,
    own_team: row.own_team,
    may_decide: row.status === 'PENDING' && !row.own_team && row.asked_by_id !== staff.id,
    may_correct: row.status === 'PENDING' && !row.own_team && row.asked_by_id === staff.id,
  };
}
