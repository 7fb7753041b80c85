// Property: campaign counts always add up and agree with the messages, the recipients and the ledger,
// whenever they are rolled up.
import { FAILURES, type FailureCode } from '@godwit/contract/messages/failures';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, created, look, numberOf, until } from '../../test/campaigns.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { transaction } from '../db/transaction.ts';
import { failMessages, transitionMessages } from '../messages/state/transitions.ts';
import { rollUpCampaignCounts } from './counts.ts';
import { startCampaigns } from './run/run.ts';

const t = await testApp();
const { pool, log } = t.services;
// No engine runs: the test decides each message's outcome.
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

const RECIPIENTS = 12;
const MOVES = ['submitting', 'sent', 'delivered', 'in_doubt', 'queued'] as const;
const CODES = Object.keys(FAILURES) as FailureCode[];

const some = fc.uniqueArray(fc.nat(RECIPIENTS - 1), { maxLength: RECIPIENTS });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ to: fc.constantFrom(...MOVES), which: some }) },
  { weight: 2, arbitrary: fc.record({ code: fc.constantFrom(...CODES), which: some }) },
  { weight: 1, arbitrary: fc.constant('roll up' as const) },
  { weight: 1, arbitrary: fc.constant('cancel' as const) },
);

it('figures add up after any history', async () => {
  const sender = await makeLiveSender(t, { amount: '100000' });
  const everybody = Array.from({ length: RECIPIENTS }, (_, i) => ({ number: numberOf(i) }));
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', everybody);

  const run = async (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    const campaign = await created(sender, { include_groups, mode: 'LIVE', from: 'Lanka Shop' });
    const begun = await until(sender, campaign, ({ messages }) => messages === RECIPIENTS);
    const keys = begun.sms!.results.map(({ id }) => ({ teamId: sender.teamId, id }));
    for (const one of steps) {
      if (one === 'roll up') await rollUpCampaignCounts(pool);
      else if (one === 'cancel')
        await sender.browser.post(`/v1/web/campaigns/${campaign.id}/cancel`, {
          project_id: sender.project.id,
        });
      else
        await transaction(pool, (client) => {
          const chosen = one.which.map((i) => keys[i]!);
          return 'to' in one
            ? transitionMessages(client, one.to, chosen)
            : failMessages(client, one.code, chosen);
        });
      const { counts, messages, status } = await look(sender, campaign);
      const { recipients: _, skipped_by: __, ...parts } = counts;
      const all = Object.values(parts).reduce((sum, part) => sum + part);
      expect([all, messages]).toEqual([RECIPIENTS, RECIPIENTS]);
      expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
      if (status === 'SENT') expect(counts.waiting).toBe(0);
    }
    expect(await ledgerDifferences(pool)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), run), { numRuns: 20 });
});
