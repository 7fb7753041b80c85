// What contacts are narrowed to.
import type { ContactsFilter } from '@godwit/contract/contacts';
import type { Member } from '../identity/sessions.ts';
import { isId } from '../ids.ts';
import { numberPrefixes } from '../phoneNumbers.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database } from '../services.ts';
import { selectGroup } from './queries.ts';

/** The caller's team, and its country for national numbers. */
export type Asker = Pick<Member, 'teamId' | 'regionId'>;

/** What a number, or one of the names, starts with; upper and lower case are the same. */
export type Search = { name: string; numbers: readonly string[] };

/** `group`: only its members; `size` is how many it has. */
export type Filter = {
  teamId: string;
  search: Search | null;
  group: { id: string; size: number } | null;
};

/** What a query asks for. Refusals: notFound, for a group that the team has not. */
export async function filterOf(
  kysely: Database,
  { teamId, regionId }: Asker,
  { q, group_id: groupId }: ContactsFilter,
): Promise<Filter | Refusal> {
  const name = q?.trim().replace(/\s+/g, ' ');
  const search = name ? { name, numbers: numberPrefixes(name, regionId) } : null;
  if (!groupId) return { teamId, search, group: null };
  const group = isId(groupId) ? await selectGroup(kysely, teamId, groupId) : undefined;
  return group ? { teamId, search, group: { id: group.id, size: group.contacts } } : refuse('notFound');
}
