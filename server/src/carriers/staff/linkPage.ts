// A carrier link on its staff page: its state, curves, and the codes by which its carrier refuses messages.
import { type CarrierLinkAnswer, LINK_CURVES, type LinkCounts } from '@godwit/contract/staff/operations';
import { statusMeaning } from '@godwit/smpp/codec/status';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { OTHER_CODES } from '../counts/counters.ts';
import { selectCounts, selectRefusals } from '../counts/queries.ts';
import { listLinks } from './links.ts';

/** More codes than people read. */
const MAX_CODES = 20;

/** Reads a link. Refuses with 1001 if no process has reported it within an hour. */
export async function readLink(
  { kysely }: Pick<Services, 'kysely'>,
  id: string,
): Promise<CarrierLinkAnswer | Refusal> {
  const link = (await listLinks({ kysely })).find((one) => one.id === id);
  if (!link) return refuse('notFound');
  const curve = async ({ step_seconds: stepSeconds, steps }: { step_seconds: number; steps: number }) =>
    (await selectCounts(kysely, { linkId: id, stepSeconds, steps })).map(stepOf);
  const [hour, two_days, refusals] = await Promise.all([
    curve(LINK_CURVES.hour),
    curve(LINK_CURVES.two_days),
    selectRefusals(kysely, id, MAX_CODES),
  ]);
  return {
    ...{ link, hour, two_days },
    refusals: refusals.map(({ code, meaning, count }) => ({
      code: code === OTHER_CODES ? null : code,
      meaning,
      status: /^(?:ESME_|0x)/.test(code) ? statusMeaning(code) : null,
      count,
    })),
  };
}

type Row = Awaited<ReturnType<typeof selectCounts>>[number];

function stepOf({ at, receipts, receipt_ms, ...counts }: Row): LinkCounts {
  const receipt_seconds = receipts === 0 ? null : Math.round(receipt_ms / receipts) / 1_000;
  return { at: at.toISOString(), ...counts, receipt_seconds };
}
