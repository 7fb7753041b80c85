// Applies the keywords of incoming texts: opt-outs at once, answers and groups as queued actions.

import { type BuiltIn, readKeyword } from '@godwit/contract/keywords';
import type { Language } from '@godwit/contract/languages';
import type { ClientBase } from 'pg';
import { isPhone } from '../../messages/incoming/answerable.ts';
import type { Incoming } from '../../messages/incoming/store.ts';
import { startNumber, stopNumber } from '../../optOuts/byKeyword.ts';
import { type Action, countActions, insertActions, type Rules, selectOwnNumbers } from '../queries.ts';
import { usualReply } from './replyWords.ts';

/** Answers per hour to one phone of one team. This ends a loop of two auto-repliers. */
export const MOST_REPLIES = 5;
/** Other keyword actions per hour and phone. */
const MOST_ACTIONS = 20;

/** Stores the effects of messages that are being stored. Returns the teams whose opt-out lists changed. */
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
        ? // Contacts belong to both modes and LIVE campaigns use them, so a TEST text joins no group.
          {
            reply: keyword.own.reply,
            groupId: message.mode === 'TEST' ? null : keyword.own.groupId,
            passesOptOut: false,
          }
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

type Wanted = Pick<Action, 'reply' | 'groupId' | 'passesOptOut'>;

/** STOP and START change the team's list. Each is answered once, when it changes something. */
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
  return own ?? usualReply(action, language, rule.recipientName ?? rule.teamName);
}

/** Drops actions beyond the hourly limit of a phone. The confirmation of a STOP is always sent. */
async function withinGuard(client: ClientBase, actions: readonly Action[]): Promise<Action[]> {
  if (actions.length === 0) return [];
  const keyOf = ({ teamId, mode, phone }: Pick<Action, 'teamId' | 'mode' | 'phone'>) =>
    `${teamId} ${mode} ${phone}`;
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
