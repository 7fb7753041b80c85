// Filters of contacts.
import type { ContactsFilter } from '@godwit/contract/contacts';
import type { Member } from '../identity/sessions.ts';
import { numberPrefixes } from '../phoneNumbers.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database } from '../services.ts';
import { selectGroup } from './queries.ts';

/** The caller's team, and its country for national numbers. */
export type Asker = Pick<Member, 'teamId' | 'regionId'>;

/** Prefix of a number or name; ignores case. */
export type Search = { name: string; numbers: readonly string[] };

/** `group`: only its members; `size` is how many it has. */
export type Filter = {
  teamId: string;
  search: Search | null;
  group: { id: string; size: number } | null;
};

/** Parses the filters of a query. Refusal: notFound, for a group that is not the team's. */
export async function filterOf(
  kysely: Database,
  { teamId, regionId }: Asker,
  { q, group_id: groupId }: ContactsFilter,
): Promise<Filter | Refusal> {
  const name = q?.trim().replace(/\s+/g, ' ');
  const search = name ? { name, numbers: numberPrefixes(name, regionId) } : null;
  if (!groupId) return { teamId, search, group: null };
  const group = await selectGroup(kysely, teamId, groupId);
  return group ? { teamId, search, group: { id: group.id, size: group.contacts } } : refuse('notFound');
}
