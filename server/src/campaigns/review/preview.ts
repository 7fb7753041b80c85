// Previews a campaign: runs accept's checks for all recipients and stores nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignPreview, CampaignRequest } from '@godwit/contract/campaigns/campaigns';
import { ADVERTISING_WORDING, type SkipReason } from '@godwit/contract/campaigns/rules';
import { lacks, type MergeField, mergeContent, mergeFieldsOf } from '@godwit/contract/messages/mergeFields';
import { registerFor } from '@godwit/contract/rules/table';
import { UNVERIFIED_SENDER, unverifiedIn } from '@godwit/contract/senders';
import { CAMPAIGN_UNVERIFIED } from '@godwit/contract/sentences/sending';
import type { PoolClient } from 'pg';
import { advertKeyOf, looksLikeAdvertising } from '../../advertising.ts';
import { readFunds } from '../../billing/balance.ts';
import { chargeOutcome } from '../../billing/charge.ts';
import { abortableTransaction } from '../../db/transaction.ts';
import { examine, type Rules } from '../../messages/accept/draft.ts';
import type { Messaging } from '../../messages/accept/open.ts';
import { fromMicros, toMicros } from '../../money.ts';
import { cannotTakeSms } from '../../phoneNumbers.ts';
import { countedDay } from '../../projects/days.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type Estimate, hasSentAttested } from '../queries.ts';
import { limitStatements } from '../run/queries.ts';
import { reasonOf } from '../run/reasons.ts';
import { type Addressee, countMemberships, readAudience } from '../run/recipientQueries.ts';
import { scheduleOf } from '../serialize.ts';
import type { CheckedCampaign } from './check.ts';

const SHOWN = 25;
const PIECE = 2_000;
/** Yields to other requests of this process after this many recipients: some milliseconds of work. */
const SLICE = 100;
/** A million recipients take half of it on a machine with ten times the load that it is made for. */
const STATEMENT_MS = 120_000;

type Sum = { messages: number; segments: number; costMicros: bigint };
type LeftOut = NonNullable<CampaignPreview['messages_preview'][number]['left_out']>;

type Totals = {
  shown: CampaignPreview['messages_preview'];
  recipients: number;
  /** Sendable messages, and the number the balance can pay. */
  all: Sum;
  fits: Sum;
  /** The segments of the shortest and the longest sendable message. */
  segmentsEach: CampaignPreview['segments_each'];
  leftOut: Map<LeftOut, number>;
  firstLeftOut: string | null;
  skipped: Map<SkipReason, number>;
  lacking: Map<MergeField, number>;
  countries: Map<string, number>;
  /** Messages to people without consent, in countries that warn of that. */
  withoutConsent: number;
  /** Messages without the brand of their sender, in countries that want it in the text. */
  withoutBrand: number;
  /** Messages that show "Unverified", by the country of the register. */
  unverified: Map<string, number>;
};

/** Charges of a campaign, in recipient order; null if nothing is charged. */
type Purse = { balanceMicros: bigint; spentMicros: bigint; dailyLimitMicros: bigint | null } | null;

/** Works a checked campaign out; stops, and throws, when `signal` aborts. */
export async function previewCampaign(
  { pool }: Pick<Services, 'pool'>,
  { rules }: Pick<Messaging, 'rules'>,
  campaign: CheckedCampaign,
  signal: AbortSignal,
): Promise<CampaignPreview> {
  const { scope, profile, sendAt } = campaign;
  const { teamId, projectId, mode } = scope;
  const { totals, memberships, funds } = await abortableTransaction(pool, signal, async (client) => {
    await limitStatements(client, STATEMENT_MS);
    const day = countedDay(profile, sendAt ?? new Date());
    const funds = await readFunds(client, { teamId, projectId, day });
    const purse = mode === 'TEST' ? null : { ...funds, dailyLimitMicros: profile.dailyLimitMicros };
    return {
      funds,
      totals: await addUp(client, campaign, { rules, purse }, signal),
      memberships: campaign.audience.retryOf ? null : await countMemberships(client, campaign.audience),
    };
  });
  return {
    ...toAnswer(totals, memberships),
    advertising: await advertisingOf(pool, rules, campaign, totals),
    currency: profile.currency,
    balance: fromMicros(funds.balanceMicros),
    daily_limit:
      mode === 'TEST' || profile.dailyLimitMicros === null
        ? null
        : { limit: fromMicros(profile.dailyLimitMicros), spent: fromMicros(funds.spentMicros) },
    schedule: scheduleOf(sendAt, profile.timezone),
  };
}

/**
 * The advertising that a person must attest; null if there is none, or no recipient's country requires it. A
 * scheduled campaign goes to whoever is in its groups when it starts, so its present recipients do not count.
 */
async function advertisingOf(
  pool: Services['pool'],
  { countryRules }: Pick<Rules, 'countryRules'>,
  campaign: CheckedCampaign,
  { all, countries }: Pick<Totals, 'all' | 'countries'>,
): Promise<CampaignPreview['advertising']> {
  const { advertWord: word, scope, profile, content, sender, audience, changes, sendAt } = campaign;
  if (word === null) return null;
  const table = countryRules();
  const isAsked = [...countries.keys()].some((country) => table.of(country).advertising === 'ATTEST');
  if (sendAt === null && !(isAsked && looksLikeAdvertising(content, all.messages))) return null;
  const isReleased = profile.releasedTexts.has(advertKeyOf(sender));
  const { retryOf } = audience;
  const waits = !isReleased && (await hasSentAttested(pool, scope.teamId, { id: changes, retryOf }));
  return { word, waits };
}

function toAnswer({ all, fits, ...totals }: Totals, memberships: number | null) {
  const skipped = (reason: SkipReason) => totals.skipped.get(reason) ?? 0;
  const { messages: message_count, segments, costMicros } = all;
  return {
    messages_preview: totals.shown,
    recipients: totals.recipients,
    message_count,
    segments,
    segments_each: totals.segmentsEach,
    cost: fromMicros(costMicros),
    fits: { message_count: fits.messages, segments: fits.segments, cost: fromMicros(fits.costMicros) },
    left_out: {
      balance: totals.leftOut.get('balance') ?? 0,
      daily_limit: totals.leftOut.get('daily_limit') ?? 0,
    },
    first_left_out: totals.firstLeftOut,
    lacking: Object.fromEntries(totals.lacking),
    countries: Object.fromEntries(totals.countries),
    without_consent: totals.withoutConsent,
    without_brand: totals.withoutBrand,
    unverified: Object.fromEntries(totals.unverified),
    skipped: {
      duplicates: memberships === null ? 0 : memberships - totals.recipients,
      opted_out: skipped('opted_out'),
      blocked: skipped('blocked'),
      invalid: skipped('invalid'),
      landline: skipped('landline'),
      unsupported: skipped('unsupported'),
      unregistered: skipped('unregistered'),
      no_consent: skipped('no_consent'),
      no_brand: skipped('no_brand'),
      too_long: skipped('too_long'),
      empty: skipped('empty'),
      no_route: skipped('no_route'),
    },
  };
}

async function addUp(
  client: PoolClient,
  campaign: CheckedCampaign,
  { rules, purse }: { rules: Rules; purse: Purse },
  signal: AbortSignal,
): Promise<Totals> {
  const totals: Totals = {
    shown: [],
    recipients: 0,
    all: { messages: 0, segments: 0, costMicros: 0n },
    fits: { messages: 0, segments: 0, costMicros: 0n },
    segmentsEach: { least: 0, most: 0 },
    leftOut: new Map(),
    firstLeftOut: null,
    skipped: new Map(),
    lacking: new Map(),
    countries: new Map(),
    withoutConsent: 0,
    withoutBrand: 0,
    unverified: new Map(),
  };
  // Signing a link takes longer than all else; the links of messages that are not shown need only have the
  // right length.
  const now = new Date();
  const anyLink = rules.optOutLinks({ teamId: campaign.scope.teamId, mode: campaign.scope.mode, number: '' });
  const unseen = { ...rules, optOutLinks: () => anyLink };
  const around = { purse, now, fields: mergeFieldsOf(campaign.content) };
  const { mode } = campaign.scope;
  const { contentClass, toLandlines } = campaign;
  const asksConsent = rules.countryRules().consentFor.has(contentClass);
  const asked = { mode, contentClass, asksConsent, toLandlines, pieceSize: PIECE };
  for await (const piece of readAudience(client, campaign.audience, asked)) {
    for (const addressee of piece) {
      const ofThis = totals.shown.length < SHOWN ? rules : unseen;
      add(totals, campaign, { ...around, rules: ofThis }, addressee);
      if (totals.recipients % SLICE === 0) await nextTurn(undefined, { signal });
    }
  }
  return totals;
}

type Around = { rules: Rules; purse: Purse; now: Date; fields: readonly MergeField[] };

function add(
  totals: Totals,
  { profile, scope, sender, content, toLandlines }: CheckedCampaign,
  { rules, purse, now, fields }: Around,
  { opted_out, consented, ...addressee }: Addressee & { opted_out: boolean; consented: boolean },
) {
  totals.recipients++;
  if (!toLandlines && cannotTakeSms(addressee.number)) return countOne(totals.skipped, 'landline');
  const body = mergeContent(content, addressee);
  const asked = { mode: scope.mode, from: sender, to: addressee.number, body };
  const examined = examine(profile, asked, rules, now);
  if (isRefusal(examined)) return countOne(totals.skipped, reasonOf(examined));
  if (opted_out) return countOne(totals.skipped, 'opted_out');
  const { consentRule } = examined;
  if (!consented && consentRule === 'ENFORCE') return countOne(totals.skipped, 'no_consent');
  if (!consented && consentRule === 'WARN') totals.withoutConsent++;
  if (examined.lacksBrand) totals.withoutBrand++;
  for (const field of fields) if (lacks(addressee, field)) countOne(totals.lacking, field);
  if (examined.country) countOne(totals.countries, examined.country);
  const { senderSent: shown } = examined;
  const register =
    shown === UNVERIFIED_SENDER && registerFor(rules.countryRules(), sender, examined.recipient);
  if (register) countOne(totals.unverified, register.country);
  const { least, most } = totals.segmentsEach;
  totals.segmentsEach = {
    least: Math.min(least || examined.segments, examined.segments),
    most: Math.max(most, examined.segments),
  };
  addMessage(totals.all, examined);
  const leftOut = purse && takeFrom(purse, examined.costMicros);
  if (leftOut) {
    countOne(totals.leftOut, leftOut);
    totals.firstLeftOut ??= examined.recipient;
  } else addMessage(totals.fits, examined);
  if (totals.shown.length < SHOWN) {
    const { recipient: to, sender: from, body } = examined;
    const { first_name, last_name } = addressee;
    const seen = { from, sender_shown: shown ?? from };
    totals.shown.push({ to, first_name, last_name, ...seen, body, left_out: leftOut });
  }
}

function addMessage(sum: Sum, { segments, costMicros }: { segments: number; costMicros: bigint }) {
  sum.messages++;
  sum.segments += segments;
  sum.costMicros += costMicros;
}

function countOne<What>(counts: Map<What, number>, what: What) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Takes a cost as accept will, message by message; returns why it does not fit, or null. */
function takeFrom(purse: NonNullable<Purse>, costMicros: bigint): LeftOut | null {
  const outcome = chargeOutcome({ costMicros, dailyLimitMicros: purse.dailyLimitMicros }, purse);
  if (outcome !== 'charged') return outcome === 'dailyLimit' ? 'daily_limit' : 'balance';
  purse.balanceMicros -= costMicros;
  purse.spentMicros += costMicros;
  return null;
}

/** The preview the person saw, if the call includes it. */
export type Seen = Pick<
  CampaignRequest,
  'expected_count' | 'expected_cost' | 'expected_fits' | 'attested_wording' | 'accepted_unverified'
>;

/** Why a campaign is not made, with its preview: it differs from what the person saw, or is not confirmed. */
export type Changed = Refusal & { preview: CampaignPreview };

const CHANGED =
  'What this campaign would send has changed since you looked at it: look at it once more. Nothing has been sent.';

const NOT_ATTESTED =
  'This campaign looks like advertising, and its sender is not promotional. Confirm that it may be sent as it is, or choose a promotional sender. Nothing has been sent.';

/**
 * The confirmation of a person. `estimate`: null if the call has no figures of a preview. `unverified`: the
 * recipients who will see "Unverified", as the person accepted it.
 */
export type Confirmed = { estimate: Estimate | null; attested: boolean; unverified: number };

/** Accepts any number of "Unverified": the public API has no person to ask. */
export const UNVERIFIED_UNASKED = Number.POSITIVE_INFINITY;

/**
 * Confirms a campaign if it still matches the preview the person saw, and if they have attested and accepted
 * what it asks for. A refusal carries the current preview.
 */
export async function confirmCampaign(
  asked: Seen,
  { advertWord, scope }: Pick<CheckedCampaign, 'advertWord' | 'scope'>,
  preview: () => Promise<CampaignPreview | Refusal>,
): Promise<Confirmed | Refusal | Changed> {
  const { expected_count, expected_cost, expected_fits, attested_wording, accepted_unverified = 0 } = asked;
  const isSeen = [expected_count, expected_cost, expected_fits].some((seen) => seen !== undefined);
  if (!isSeen && advertWord === null) return { estimate: null, attested: false, unverified: 0 };
  const now = await preview();
  if (isRefusal(now)) return now;
  const changed = changedSince(asked, now);
  if (changed) return changed;
  const attested = now.advertising !== null;
  if (attested && attested_wording !== ADVERTISING_WORDING)
    return { ...refuse('conflict', { description: NOT_ATTESTED }), preview: now };
  // The specification's call, which gives no figures, has nothing to accept them with.
  const isAsked = isSeen && scope.mode === 'LIVE' && accepted_unverified !== UNVERIFIED_UNASKED;
  const unverified = isAsked ? unverifiedIn(now.unverified) : 0;
  if (unverified > accepted_unverified)
    return { ...refuse('conflict', { description: CAMPAIGN_UNVERIFIED }), preview: now };
  const { message_count: messages, segments, cost } = now;
  const estimate = isSeen ? { messages, segments, costMicros: toMicros(cost) } : null;
  return { estimate, attested, unverified };
}

/**
 * Refuses a campaign that no longer matches the preview the person saw, with the current preview; null if
 * it matches. If not everything fitted, fewer messages may fit by now; for a later start nothing is known
 * yet.
 */
function changedSince(
  { expected_count, expected_cost, expected_fits }: Seen,
  preview: CampaignPreview,
): Changed | null {
  const { message_count: all, cost, fits, schedule } = preview;
  const isSame = (expected_count ?? all) === all && (expected_cost ?? cost) === cost;
  const seen = expected_fits ?? fits.message_count;
  const fit = fits.message_count;
  const fitsAsSeen = schedule !== null || fit === seen || (seen < all && fit < seen && fit > 0);
  return isSame && fitsAsSeen ? null : { ...refuse('conflict', { description: CHANGED }), preview };
}
