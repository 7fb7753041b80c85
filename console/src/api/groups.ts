// Calls about groups of contacts.
import type { Group } from '@godwit/contract/contacts';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

export const groupsQuery = queryOptions({
  queryKey: ['contacts', 'groups'],
  queryFn: ({ signal }) => request<Group[]>({ path: '/groups', signal }),
});
