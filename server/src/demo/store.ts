// Stores a business's year in one transaction.
import { randomBytes } from 'node:crypto';
import type { Tax } from '@godwit/contract/payments/amounts';
import { CARD_DECLINED } from '@godwit/contract/sentences/billing';
import type { PoolClient } from 'pg';
import { noteReplies } from '../conversations/threads.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { storeIncoming } from '../messages/incoming/store.ts';
import { stopNumber } from '../optOuts/byKeyword.ts';
import { insertLinks, type OptOutLinks } from '../optOuts/page/links.ts';
import { withTax } from '../payments/statements/tax.ts';
import type { Services } from '../services.ts';
import type { TopUp } from './books.ts';
import { keepBooks } from './books.ts';
import type { Business } from './businesses.ts';
import { addNumber, copyRows, countCopied, dateThreads, settleTotals } from './queries.ts';
import type { DemoCampaign, DemoContact, DemoMessage, Threads } from './year.ts';

/** The rows of a business to store. */
export type Year = {
  business: Business;
  teamId: string;
  ownerId: string;
  timezone: string;
  currency: string;
  tax: Tax;
  contacts: readonly DemoContact[];
  messages: readonly DemoMessage[];
  campaigns: readonly DemoCampaign[];
  threads: Threads;
};

/** Stores contacts, messages, campaigns, payments and ledger of a business, and counts them. */
export async function storeYear(
  { pool }: Pick<Services, 'pool'>,
  year: Year,
  links: OptOutLinks,
): Promise<void> {
  await transaction(pool, async (client) => {
    const groupIds = await storeContacts(client, year, links);
    await storeMessages(client, year);
    await storeCampaigns(client, year, groupIds);
    await storeBooks(client, year);
    await countCopied(client, year.teamId);
    await settleTotals(client, year.teamId);
    await storeThreads(client, year);
  });
}

/** Incoming messages go through the service, which counts them. */
async function storeThreads(
  client: PoolClient,
  { teamId, business, messages, threads }: Year,
): Promise<void> {
  const projectId = threads.incoming[0]!.projectId;
  await addNumber(client, { teamId, projectId, number: business.twoWayNumber });
  const incoming = threads.incoming.map((one) => ({ ...one, teamId }));
  const replies = messages.filter(({ sender }) => sender === business.twoWayNumber);
  // In order: a reply joins the thread that its message began.
  for (const one of [...incoming, ...replies].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if ('missingParts' in one) await storeIncoming(client, [one]);
    else await noteReplies(client, [{ ...one, teamId }]);
  }
  for (const { number } of threads.stopped) await stopNumber(client, { teamId, number, mode: 'LIVE' });
  await dateThreads(client, teamId);
}

/** Returns the ids of the groups, in their order. */
async function storeContacts(client: PoolClient, year: Year, links: OptOutLinks): Promise<string[]> {
  const { teamId, contacts, business, messages } = year;
  const groupIds = business.groups.map(() => newId());
  await copyRows(
    client,
    'contacts',
    'team_id, id, number, first_name, last_name, created_at',
    contacts.map((c) => [teamId, c.id, c.number, c.firstName, c.lastName, c.createdAt]),
  );
  const members = contacts.flatMap(({ id, groups }) => groups.map((group) => [teamId, groupIds[group]!, id]));
  await copyRows(client, 'contact_group_members', 'team_id, group_id, contact_id', members);
  await copyRows(
    client,
    'contact_groups',
    'team_id, id, name, created_at, contacts',
    business.groups.map((name, group) => {
      const size = contacts.filter(({ groups }) => groups.includes(group)).length;
      return [teamId, groupIds[group]!, name, contacts[0]!.createdAt, size];
    }),
  );
  await copyRows(
    client,
    'scoped_opt_outs',
    'team_id, mode, number, scope, source, created_at',
    contacts
      .filter((c) => c.optedOutAt)
      .map((c) => [teamId, 'LIVE', c.number, 'PROMOTIONAL', 'LINK', c.optedOutAt]),
  );
  const promoted = [...new Set(messages.filter((m) => m.promotional).map((m) => m.recipient))];
  await insertLinks(
    client,
    promoted.map((number) => {
      const of = { teamId, mode: 'LIVE', number } as const;
      return { token: links(of).token, ...of };
    }),
  );
  return groupIds;
}

async function storeMessages(client: PoolClient, { teamId, messages }: Year): Promise<void> {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  const inOrder = messages.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await copyRows(
    client,
    'messages',
    `team_id, id, project_id, mode, api_type, platform, sender, promotional, recipient, body, encoding, characters, segments,
     cost_micros, charged_micros, day, state, failure, carrier_error, accepted_at, queued_at, sent_at, delivered_at, failed_at,
     campaign_id`,
    inOrder
      .values()
      .map((m) => [
        ...[teamId, m.id, m.projectId, m.mode, m.campaignId ? 'CAMPAIGN' : 'MESSAGING', m.platform, m.sender],
        ...[
          m.promotional,
          m.recipient,
          m.body,
          m.encoding,
          m.characters,
          m.segments,
          m.costMicros,
          m.chargedMicros,
        ],
        ...[m.day, m.state, m.failure, m.carrierError, m.acceptedAt, new Date(m.acceptedAt.getTime() + 30)],
        ...[at(m.sentAt), at(m.deliveredAt), at(m.failedAt), m.campaignId],
      ]),
  );
}

async function storeCampaigns(client: PoolClient, year: Year, groupIds: readonly string[]): Promise<void> {
  const { teamId, campaigns, business } = year;
  const isAhead = ({ dueAt }: DemoCampaign) => dueAt.getTime() > Date.now();
  await copyRows(
    client,
    'campaigns',
    `team_id, id, project_id, mode, name, content, sender, group_ids, send_at, due_at, state, open, created_at, started_at,
     recipients`,
    campaigns.map((c) => [
      ...[teamId, c.id, c.projectId, 'LIVE', c.name, c.content, c.sender],
      ...[[groupIds[c.group]!], c.dueAt, c.dueAt, isAhead(c) ? 'scheduled' : 'done', isAhead(c)],
      ...[new Date(Math.min(Date.now(), c.dueAt.getTime() - 3_600_000)), isAhead(c) ? null : c.dueAt],
      c.recipients.length,
    ]),
  );
  await copyRows(
    client,
    'campaign_recipients',
    'team_id, campaign_id, number, first_name, last_name, message_id, skip_reason',
    campaigns.flatMap((c) =>
      c.recipients.map(({ contact: { number, firstName, lastName }, messageId }) => {
        return [teamId, c.id, number, firstName, lastName, messageId, messageId ? null : 'opted_out'];
      }),
    ),
  );
  const projectId = campaigns[0]!.projectId;
  await copyRows(
    client,
    'templates',
    'team_id, project_id, id, name, content',
    business.templates.map(({ name, content }) => [teamId, projectId, newId(), name, content]),
  );
}

async function storeBooks(client: PoolClient, year: Year): Promise<void> {
  const { teamId, messages, business, timezone } = year;
  const { entries, topUps, spent } = keepBooks(messages, { topUp: business.topUp, timezone });
  await copyRows(
    client,
    'ledger_entries',
    'team_id, id, kind, amount_micros, business_key, project_id, day, created_at',
    entries.map((e) => [
      teamId,
      e.id,
      e.kind,
      e.amountMicros,
      e.businessKey,
      e.projectId,
      e.day,
      e.createdAt,
    ]),
  );
  await copyRows(
    client,
    'project_days',
    'team_id, project_id, day, spent_micros',
    spent.map((s) => [teamId, s.projectId, s.day, s.spentMicros]),
  );
  await copyRows(
    client,
    'payments',
    `team_id, id, order_id, provider, status, currency, amount_micros, tax_micros, total_micros, tax_basis_points, tax_included,
     created_by, created_at, settled_at, card_last_4, failure`,
    topUps.flatMap((topUp, index) => {
      const paid = paymentRow(year, topUp, null);
      // Now and then a card is declined first.
      if (index % 7 !== 3) return [paid];
      const before = new Date(topUp.at.getTime() - 90_000);
      return [paymentRow(year, { ...topUp, id: newId(before), at: before }, CARD_DECLINED), paid];
    }),
  );
}

function paymentRow(
  { teamId, ownerId, currency, tax }: Year,
  { id, amountMicros, at }: TopUp,
  failure: string | null,
) {
  const { taxMicros, totalMicros } = withTax(amountMicros, tax);
  const orderId = `GW${randomBytes(12).toString('hex').toUpperCase()}P`;
  const settledAt = new Date(at.getTime() + 40_000);
  return [
    ...[
      teamId,
      id,
      orderId,
      'PRACTICE',
      failure ? 'FAILED' : 'SUCCEEDED',
      currency,
      amountMicros,
      taxMicros,
      totalMicros,
    ],
    ...[tax.basisPoints, tax.included, ownerId, at, settledAt, failure ? null : '4242', failure],
  ];
}
