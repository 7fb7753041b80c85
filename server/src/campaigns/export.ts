// Exports a campaign's recipients as CSV: the outcome of each, and the reason if one got no message.
import { SKIP_REASONS } from '@godwit/contract/campaigns/rules';
import { csvLines } from '@godwit/contract/csv/cells';
import { shownStatusOf, statusLabel } from '@godwit/contract/messages/statuses';
import { proofFiles } from '../consents/proof.ts';
import type { ZippedFile } from '../consents/zip.ts';
import { failureOf } from '../explainFailure.ts';
import { writeInstant } from '../messages/reports/report.ts';
import { fromMicros } from '../money.ts';
import type { Services } from '../services.ts';
import type { CampaignRow } from './queries.ts';
import { listOutcomes, type OutcomeRow } from './run/recipientQueries.ts';

const BATCH = 500;

/**
 * The files that prove the consent of a campaign's recipients: their outcomes, and their consents and
 * opt-outs as they are now.
 */
export function proofOfCampaign(
  services: Pick<Services, 'pool' | 'reads'>,
  campaign: CampaignRow,
  looks: Omit<Looks, 'withText'> & { signal: AbortSignal },
): ZippedFile[] {
  async function* numbers() {
    for await (const batch of outcomesOf(services, campaign, { withText: false, signal: looks.signal }))
      yield batch.map(({ number }) => number);
  }
  return [
    { name: 'recipients.csv', pieces: exportRecipients(services, campaign, { ...looks, withText: true }) },
    ...proofFiles(services.pool, campaign, numbers),
  ];
}

type Looks = { timezone: string; currency: string; withText: boolean };

/**
 * Writes the file, a piece for each batch of recipients. The head names the zone of times and the currency.
 */
export async function* exportRecipients(
  services: Pick<Services, 'pool' | 'reads'>,
  campaign: CampaignRow,
  { signal, ...looks }: Looks & { signal: AbortSignal },
): AsyncGenerator<string, void> {
  const { timezone, currency, withText } = looks;
  const times = [`Sent At (${timezone})`, `Delivered At (${timezone})`];
  const head = ['Number', 'First name', 'Last name', 'Status', 'Reason', 'Segments', `Cost (${currency})`];
  yield csvLines([[...head, ...times, 'Message ID', ...(withText ? ['Text'] : [])]]);
  for await (const batch of outcomesOf(services, campaign, { withText, signal }))
    yield csvLines(batch.map((row) => cells(row, looks)));
}

/** The recipients and their outcomes, a batch at a time. */
async function* outcomesOf(
  services: Pick<Services, 'pool' | 'reads'>,
  campaign: CampaignRow,
  asked: { withText: boolean; signal: AbortSignal },
): AsyncGenerator<OutcomeRow[], void> {
  for (let after = ''; ; ) {
    const wanted = { after, limit: BATCH, ...asked };
    const batch = await services.reads.long(({ pool }) => listOutcomes(pool, campaign, wanted), asked.signal);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.number;
  }
}

function cells(row: OutcomeRow, { timezone, withText }: Looks): string[] {
  const { number, first_name: firstName, last_name: lastName, state, failure, carrierError, reason } = row;
  const time = (instant: Date | null) => (instant ? writeInstant(instant, timezone) : '');
  const whyNot = reason ? SKIP_REASONS[reason] : '';
  return [
    ...[number, firstName, lastName],
    state ? statusLabel(shownStatusOf(state, failure)) : reason ? 'Skipped' : 'Waiting',
    failureOf({ failure, carrierError })?.description ?? whyNot,
    ...[String(row.segments ?? ''), String(fromMicros(row.chargedMicros ?? 0n))],
    ...[time(row.sentAt), time(row.deliveredAt), row.id ?? ''],
    ...(withText ? [row.body ?? ''] : []),
  ];
}
