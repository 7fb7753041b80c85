// The changed network of this tab. It stays while the person visits other pages, in memory only, because it
// may have secrets; until it is proposed or discarded, the browser asks before the tab is closed.
import type { NetworkDocument } from '@godwit/contract/staff/network';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

/** A changed document, and the version that it changes. */
export type Draft = { base: number | null; document: NetworkDocument };

const draftQuery = queryOptions<Draft | null>({
  queryKey: ['network draft'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Returns the draft, or null, and a function that replaces it. */
export function useDraft() {
  const queries = useQueryClient();
  const { data: draft = null } = useQuery(draftQuery);
  function setDraft(next: Draft | null): void {
    if (next) addEventListener('beforeunload', confirmLeaving);
    else removeEventListener('beforeunload', confirmLeaving);
    queries.setQueryData(draftQuery.queryKey, next);
  }
  return [draft, setDraft] as const;
}
