// What a campaign would send, worked out for all its recipients with the checks of accept; nothing is stored.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignPreview, SkipReason } from '@godwit/contract/campaigns';
import { mergeContent } from '@godwit/contract/mergeFields';
import type { PoolClient } from 'pg';
import { readBalance } from '../billing/balance.ts';
import { abortableTransaction } from '../db/pool.ts';
import { examine, type Rules } from '../messages/draft.ts';
import type { Messaging } from '../messages/open.ts';
import { fromMicros } from '../money.ts';
import { isRefusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { CheckedCampaign } from './check.ts';
import { reasonOf } from './reasons.ts';
import { type Addressee, countMemberships, readAudience } from './recipientQueries.ts';
import { scheduleOf } from './serialize.ts';
import { limitStatements } from './workQueries.ts';

const SHOWN = 25;
const PIECE = 2_000;
/** As many are checked before other requests of this process have their turn: some milliseconds. */
const SLICE = 100;
/** A million recipients take half of it on a machine with ten times the load that it is made for. */
const STATEMENT_MS = 120_000;

type Totals = {
  shown: CampaignPreview['messages_preview'];
  recipients: number;
  messages: number;
  segments: number;
  costMicros: bigint;
  skipped: Map<SkipReason, number>;
};

/** Works a checked campaign out; stops, and throws, when `signal` aborts. */
export async function previewCampaign(
  { pool }: Pick<Services, 'pool'>,
  { rules }: Pick<Messaging, 'rules'>,
  campaign: CheckedCampaign,
  signal: AbortSignal,
): Promise<CampaignPreview> {
  const { scope, profile, sendAt } = campaign;
  const { totals, memberships, balanceMicros } = await abortableTransaction(pool, signal, async (client) => {
    await limitStatements(client, STATEMENT_MS);
    return {
      totals: await addUp(client, campaign, rules, signal),
      memberships: campaign.audience.retryOf ? null : await countMemberships(client, campaign.audience),
      balanceMicros: await readBalance(client, scope.teamId),
    };
  });
  const skipped = (reason: SkipReason) => totals.skipped.get(reason) ?? 0;
  return {
    messages_preview: totals.shown,
    recipients: totals.recipients,
    message_count: totals.messages,
    segments: totals.segments,
    cost: fromMicros(totals.costMicros),
    currency: profile.currency,
    balance: fromMicros(balanceMicros),
    enough: scope.mode === 'TEST' || totals.costMicros <= balanceMicros,
    skipped: {
      duplicates: memberships === null ? 0 : memberships - totals.recipients,
      opted_out: skipped('opted_out'),
      blocked: skipped('blocked'),
      invalid: skipped('invalid'),
      unsupported: skipped('unsupported'),
      too_long: skipped('too_long'),
      empty: skipped('empty'),
      no_route: skipped('no_route'),
    },
    schedule: scheduleOf(sendAt, profile.timezone),
  };
}

async function addUp(
  client: PoolClient,
  campaign: CheckedCampaign,
  rules: Rules,
  signal: AbortSignal,
): Promise<Totals> {
  const totals: Totals = {
    shown: [],
    recipients: 0,
    messages: 0,
    segments: 0,
    costMicros: 0n,
    skipped: new Map(),
  };
  // Signing a link takes longer than all else; the links of messages that are not shown need only have the right length.
  const now = new Date();
  const anyLink = rules.optOutLinks(campaign.scope.teamId, '');
  const unseen = { ...rules, optOutLinks: () => anyLink };
  for await (const piece of readAudience(client, campaign.audience, PIECE)) {
    for (const addressee of piece) {
      add(totals, campaign, { rules: totals.shown.length < SHOWN ? rules : unseen, now }, addressee);
      if (totals.recipients % SLICE === 0) await nextTurn(undefined, { signal });
    }
  }
  return totals;
}

function add(
  totals: Totals,
  { profile, scope, sender, content }: CheckedCampaign,
  { rules, now }: { rules: Rules; now: Date },
  { opted_out, ...addressee }: Addressee & { opted_out: boolean },
) {
  totals.recipients++;
  const body = mergeContent(content, addressee);
  const asked = { mode: scope.mode, from: sender, to: addressee.number, body };
  const examined = examine(profile, asked, rules, now);
  const reason = isRefusal(examined) ? reasonOf(examined) : opted_out ? 'opted_out' : null;
  if (reason) totals.skipped.set(reason, (totals.skipped.get(reason) ?? 0) + 1);
  if (reason || isRefusal(examined)) return;
  totals.messages++;
  totals.segments += examined.segments;
  totals.costMicros += examined.costMicros;
  if (totals.shown.length < SHOWN) {
    totals.shown.push({ to: examined.recipient, from: examined.sender, body: examined.body });
  }
}
