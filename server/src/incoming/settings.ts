// A project's settings for incoming messages: numbers, callback URL, answers to STOP, START and HELP, and
// keywords.
import {
  type IncomingSettings,
  type incomingSettingsRequest,
  type keywordRequest,
  MAX_KEYWORDS,
} from '@godwit/contract/incoming';
import type { z } from 'zod';
import { checkCallbackUrl } from '../callbacks/delivery/url.ts';
import { findGroup } from '../contacts/groups/groups.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { refuseWellKnown } from '../team/rename.ts';
import { usualReply } from './keywords/replyWords.ts';
import {
  deleteKeywordRow,
  leadNumbers,
  lockKeywords,
  type NumberRow,
  selectNumbers,
  selectRules,
  upsertKeyword,
  upsertSettings,
} from './queries.ts';

type ProjectKey = { teamId: string; projectId: string };

/** The settings of a project. */
export async function readSettings({ pool }: Services, place: ProjectKey): Promise<IncomingSettings> {
  const numbers = await selectNumbers(pool, place);
  const rules = (await selectRules(pool, [place])).get(place.projectId)!;
  const usual = (action: 'STOP' | 'START' | 'HELP') =>
    usualReply(action, 'en', rules.recipientName ?? rules.teamName);
  return {
    test_number: testNumberIn(numbers),
    numbers: numbers
      .filter(({ mode }) => mode === 'LIVE')
      .map(({ number, assignedAt }) => ({ number, assigned_at: assignedAt.toISOString() })),
    recipient_name: rules.recipientName,
    team_name: rules.teamName,
    callback_url: rules.callbackUrl,
    callback_form: rules.callbackForm,
    smpp: numbers.flatMap(({ number, systemId, accountName }) =>
      systemId === null ? [] : [{ number, system_id: systemId, name: accountName! }],
    ),
    stop_reply: rules.stopReply,
    start_reply: rules.startReply,
    help_reply: rules.helpReply,
    usual: { stop: usual('STOP'), start: usual('START'), help: usual('HELP') },
    keywords: rules.keywords.map(({ id, words, reply, groupId, groupName }) => ({
      id,
      words,
      reply,
      group: groupId === null ? null : { id: groupId, name: groupName! },
    })),
  };
}

/** A project's TEST number, assigned when the project was created. */
export async function testNumberOf(pool: Services['pool'], place: ProjectKey): Promise<string> {
  return testNumberIn(await selectNumbers(pool, place));
}

const testNumberIn = (numbers: readonly NumberRow[]): string =>
  numbers.find(({ mode }) => mode === 'TEST')!.number;

const NOT_THERE = refuseField(
  'conflict',
  'smpp',
  'A number or an SMPP account is no longer there, so nothing was saved. Reload the page and choose again.',
);

/**
 * Changes the project's name for recipients, its callback URL, the SMPP accounts of its numbers, and its
 * answers. Refusals: invalidArgument for a field; conflict if a number or an account of its mode is not
 * there.
 */
export async function changeSettings(
  services: Services,
  place: ProjectKey,
  given: z.output<typeof incomingSettingsRequest>,
): Promise<IncomingSettings | Refusal> {
  const callbackUrl = checkCallbackUrl(given.callback_url, 'callback_url', services.settings);
  if (isRefusal(callbackUrl)) return callbackUrl;
  const { recipient_name: recipientName } = given;
  const approved = (await selectRules(services.pool, [place])).get(place.projectId)!.verifiedName;
  const naming = { name: recipientName ?? '', approved, field: 'recipient_name' };
  const wellKnown = recipientName && refuseWellKnown(services, naming);
  if (wellKnown) return wellKnown;
  const { stop_reply: stopReply, start_reply: startReply, help_reply: helpReply } = given;
  const { callback_form: callbackForm } = given;
  const leads = new Map(
    given.smpp.map(({ number, system_id: systemId }) => [number, { number, systemId }] as const),
  );
  const row = { recipientName, callbackUrl, callbackForm, stopReply, startReply, helpReply };
  const isChanged = await transaction(services.pool, async (client) => {
    if (!(await leadNumbers(client, place, [...leads.values()]))) return false;
    await upsertSettings(client, place, row);
    return true;
  });
  return isChanged ? readSettings(services, place) : NOT_THERE;
}

/**
 * Creates a keyword, or changes the one with this id.
 * Refusals: notFound for the keyword or the group; conflict if the project has the maximum number, or another
 * keyword has one of the words.
 */
export async function keepKeyword(
  services: Services,
  place: ProjectKey,
  given: z.output<typeof keywordRequest>,
  id: string | null = null,
): Promise<IncomingSettings | Refusal> {
  const { words, reply, group_id: groupId } = given;
  if (groupId !== null && !(await findGroup(services, place.teamId, groupId))) return refuse('notFound');
  const refusal = await transaction(services.pool, async (client) => {
    const known = await lockKeywords(client, place);
    if (id !== null && !known.some((keyword) => keyword.id === id)) return refuse('notFound');
    if (id === null && known.length >= MAX_KEYWORDS)
      return refuse('conflict', {
        description: `A project has at most ${MAX_KEYWORDS} keywords. Delete one first.`,
      });
    const taken = words.find((word) => known.some((other) => other.id !== id && other.words.includes(word)));
    if (taken !== undefined)
      return refuseField(
        'conflict',
        'words',
        'Another keyword of the project has this word: choose another.',
      );
    await upsertKeyword(client, place, id ?? newId(), { words, reply, groupId });
    return null;
  });
  return refusal ?? readSettings(services, place);
}

/** Deletes a keyword. Refusal: notFound. */
export async function deleteKeyword(
  services: Services,
  place: ProjectKey,
  id: string,
): Promise<IncomingSettings | Refusal> {
  const refusal = await transaction(services.pool, async (client) => {
    const known = await lockKeywords(client, place);
    if (!known.some((keyword) => keyword.id === id)) return refuse('notFound');
    await deleteKeywordRow(client, place, id);
    return null;
  });
  return refusal ?? readSettings(services, place);
}
