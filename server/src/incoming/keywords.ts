// What incoming texts ask for by their keywords: the list of opt-outs at once, answers and groups as actions that are worked off.

import { type BuiltIn, readKeyword } from '@godwit/contract/keywords';
import type { Language } from '@godwit/contract/languages';
import { isTwoWayNumber } from '@godwit/contract/phoneNumbers';
import type { ClientBase } from 'pg';
import type { Incoming } from '../messages/incoming.ts';
import { startNumber, stopNumber } from '../optOuts/byKeyword.ts';
import { type Action, countActions, insertActions, type Rules, selectOwnNumbers } from './queries.ts';
import { usualReply } from './replyWords.ts';

/** Answers to one phone an hour of one team: two that answer each other end after these. */
export const MOST_REPLIES = 5;
/** And what else keywords of one phone may ask for in an hour. */
const MOST_ACTIONS = 20;

/** Stores what these messages, which are being stored, ask for; returns the teams whose lists of opt-outs have changed. */
export async function followKeywords(
  client: ClientBase,
  messages: readonly Incoming[],
  rules: ReadonlyMap<string, Rules>,
): Promise<Set<string>> {
  const asked = messages.flatMap((message) => {
    const rule = rules.get(message.projectId);
    const keyword = rule && isPhone(message.sender) ? readKeyword(message.body, rule.keywords) : null;
    return keyword ? [{ message, rule: rule!, keyword }] : [];
  });
  if (asked.length === 0) return new Set();
  // Two projects that answer each other would never end.
  const own = await selectOwnNumbers(client, [...new Set(asked.map(({ message }) => message.sender))]);
  const changed = new Set<string>();
  const actions: Action[] = [];
  for (const { message, rule, keyword } of asked) {
    if (own.has(message.sender)) continue;
    const wanted =
      'own' in keyword
        ? { reply: keyword.own.reply, groupId: keyword.own.groupId, passesOptOut: false }
        : await followBuiltIn(client, message, rule, keyword);
    if (wanted === null) continue;
    if (wanted.passesOptOut || ('action' in keyword && keyword.action === 'START'))
      changed.add(message.teamId);
    const { teamId, projectId, mode, id: messageId, sender: phone, recipient: number } = message;
    actions.push({ teamId, projectId, mode, messageId, phone, number, ...wanted });
  }
  await insertActions(client, await withinGuard(client, actions));
  return changed;
}

/** An answer goes to phones only: a short number or a name is a machine that may answer it. */
function isPhone(sender: string): boolean {
  return sender.startsWith('+') && isTwoWayNumber(sender);
}

type Wanted = Pick<Action, 'reply' | 'groupId' | 'passesOptOut'>;

/** STOP and START count for the team's list; each is answered once, when it changes something. */
async function followBuiltIn(
  client: ClientBase,
  { teamId, sender: number, mode }: Incoming,
  rule: Rules,
  { action, language }: { action: BuiltIn; language: Language },
): Promise<Wanted | null> {
  if (action === 'STOP' && !(await stopNumber(client, { teamId, number, mode }))) return null;
  if (action === 'START' && !(await startNumber(client, { teamId, number, mode }))) return null;
  return { reply: replyOf(rule, action, language), groupId: null, passesOptOut: action === 'STOP' };
}

function replyOf(rule: Rules, action: BuiltIn, language: Language): string {
  const own = { STOP: rule.stopReply, START: rule.startReply, HELP: rule.helpReply }[action];
  return own ?? usualReply(action, language, rule.teamName);
}

/** Leaves out what goes beyond so many an hour for a phone; the confirmation of a STOP is one of a kind and always goes. */
async function withinGuard(client: ClientBase, actions: readonly Action[]): Promise<Action[]> {
  if (actions.length === 0) return [];
  const keyOf = ({ teamId, phone }: { teamId: string; phone: string }) => `${teamId} ${phone}`;
  const phones = [...new Map(actions.map((action) => [keyOf(action), action])).values()];
  const counts = new Map((await countActions(client, phones)).map((count) => [keyOf(count), count]));
  return actions.flatMap((action) => {
    const count = counts.get(keyOf(action))!;
    const reply = action.passesOptOut || count.replies < MOST_REPLIES ? action.reply : null;
    if (count.actions >= MOST_ACTIONS && !action.passesOptOut) return [];
    if (reply === null && action.groupId === null) return [];
    count.actions++;
    if (reply !== null) count.replies++;
    return [{ ...action, reply }];
  });
}
