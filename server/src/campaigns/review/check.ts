// Checks a campaign before its preview and before its creation by the same rules; a previewed campaign can
// be sent.

import type { CampaignRequest } from '@godwit/contract/campaigns/campaigns';
import { isId } from '@godwit/contract/common';
import { type ContentClass, isPromotional } from '@godwit/contract/contentClass';
import { hasMergeFields, mergeProblem } from '@godwit/contract/messages/mergeFields';
import { MAX_CHARACTERS } from '@godwit/contract/messages/segments';
import { advertWordOf } from '../../advertising.ts';
import { refuseBlocked } from '../../messages/accept/blocks.ts';
import { ARCHIVED, chooseSender, measure } from '../../messages/accept/draft.ts';
import type { Messaging } from '../../messages/accept/open.ts';
import { parseSendAt } from '../../messages/accept/sendAt.ts';
import type { SendingProfile } from '../../messages/accept/sendingProfile.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type CampaignScope, selectCampaign, selectGroups, selectNow } from '../queries.ts';
import type { Audience } from '../run/recipientQueries.ts';
import { canRetry } from '../serialize.ts';

/** A campaign that may be made. `sendAt` null: at once. */
export type CheckedCampaign = {
  scope: CampaignScope;
  profile: SendingProfile;
  content: string;
  sender: string;
  /** The class of the sender. */
  contentClass: ContentClass;
  /**
   * The word that may make it advertising over a sender that is not promotional. Null if it has none, or no
   * rule asks.
   */
  advertWord: string | null;
  audience: Audience;
  /** The scheduled campaign that it changes; null if it is a new one. */
  changes: string | null;
  /** Whether it also goes to numbers that surely cannot take SMS. */
  toLandlines: boolean;
  sendAt: Date | null;
};

type Asked = Pick<
  CampaignRequest,
  'mode' | 'content' | 'from' | 'include_groups' | 'retry_of' | 'to_landlines' | 'send_at'
>;

/**
 * Checks everything but the recipients one by one. Refusals, with the field at fault: notFound,
 * sendingPaused, verificationNeeded, invalidSender, invalidArgument, bodyTooLong, invalidDate, conflict
 * (also for an archived project). `known`: whom it goes to, if that was decided before.
 */
export async function checkCampaign(
  { pool }: Pick<Services, 'pool'>,
  { sendingProfiles, rules }: Messaging,
  project: { team_id: string; id: string },
  asked: Asked,
  known: Audience | null = null,
): Promise<CheckedCampaign | Refusal> {
  const scope = { teamId: project.team_id, projectId: project.id, mode: asked.mode };
  const profile = await sendingProfiles(project.id);
  if (!profile) return refuse('notFound');
  if (profile.paused) return refuse('sendingPaused');
  if (profile.archived) return ARCHIVED;
  if (asked.mode === 'LIVE' && !profile.verified) return refuse('verificationNeeded');
  const sender = chooseSender(profile, asked, rules.countryRules());
  if (isRefusal(sender)) return sender;
  const { from: sentFrom, content: body } = asked;
  const blocked = refuseBlocked(profile.blocks, { teamId: scope.teamId, from: sentFrom, body });
  const unsendable = checkContent(asked.content, sender) ?? (blocked && atContent(blocked));
  if (unsendable) return unsendable;
  const sendAt = parseSendAt(asked.send_at, await selectNow(pool));
  if (isRefusal(sendAt)) return sendAt;
  const audience =
    known ??
    (await (asked.retry_of
      ? unreachedOf(pool, scope, asked.retry_of)
      : contactsOf(pool, scope.teamId, asked.include_groups)));
  if (isRefusal(audience)) return audience;
  const { contentClass } = sender;
  const { content, from, to_landlines: toLandlines } = asked;
  const { hasAdvertisingRules } = rules.countryRules();
  const asksAttestation = asked.mode === 'LIVE' && !isPromotional(contentClass) && hasAdvertisingRules;
  const advertWord = asksAttestation ? advertWordOf(content) : null;
  const checked = { scope, profile, content, sender: from, contentClass, advertWord, audience };
  return { ...checked, changes: null, toLandlines, sendAt };
}

/** Checks a content before merging: with fields its length differs between recipients. */
function checkContent(content: string, sender: { contentClass: ContentClass }): Refusal | null {
  const problem = mergeProblem(content);
  if (problem) return refuse('invalidArgument', { description: problem, fields: { content: problem } });
  if (hasMergeFields(content) && [...content].length <= MAX_CHARACTERS) return null;
  const measured = measure(content, sender.contentClass);
  return isRefusal(measured) ? atContent(measured) : null;
}

/** A refusal of a message, with the name that its text has in a campaign. */
function atContent({ fields: { body, ...fields } = {}, ...refusal }: Refusal): Refusal {
  return { ...refusal, fields: body === undefined ? fields : { content: body } };
}

async function contactsOf(
  pool: Services['pool'],
  teamId: string,
  groupIds: readonly string[],
): Promise<Audience | Refusal> {
  if (!groupIds.every(isId)) return refuse('notFound');
  const groups = await selectGroups(pool, teamId, groupIds);
  if (groups.length < groupIds.length) return refuse('notFound');
  if (groups.every(({ contacts }) => contacts === 0)) {
    const description = 'These groups have no contacts. Add contacts to them or choose others';
    return refuse('invalidArgument', { description, fields: { include_groups: description } });
  }
  return { teamId, groupIds, retryOf: null };
}

async function unreachedOf(
  pool: Services['pool'],
  { teamId, projectId, mode }: CampaignScope,
  id: string,
): Promise<Audience | Refusal> {
  const original = await selectCampaign(pool, { teamId, projectId, id });
  if (original?.mode !== mode) return refuse('notFound');
  return canRetry(original) ? { teamId, groupIds: original.groupIds, retryOf: id } : NOTHING_TO_RETRY;
}

/** The refusal for a campaign that has no recipient left who can be reached, or has been sent again. */
export const NOTHING_TO_RETRY: Refusal = refuse('conflict', {
  description:
    'This campaign is still being sent, has nobody left who can be reached, or has been sent again already',
});
