// Two-way numbers, opt-outs on request, and incoming messages that were refused.
import { keepPreviousData } from '@tanstack/react-query';
import { type ListPage, toPageQuery } from '../../components/list/useAddress.ts';
import { readQuery, request } from './client.ts';

export const numbersQuery = (id: string) =>
  readQuery(['staff', 'teams', id, 'numbers'], 'GET /teams/:id/numbers', { params: { id } });

export const assignNumber = (id: string, json: { project_id: string; number: string; reason: string }) =>
  request('POST /teams/:id/numbers', { params: { id }, json });

export const removeNumber = (id: string, number: string, reason: string) =>
  request('POST /teams/:id/numbers/remove', { params: { id }, json: { number, reason } });

/** Puts a number on the team's list, or takes it off; says whether the list has changed. */
export const changeOptOut = (id: string, act: 'add' | 'remove', json: { number: string; reason: string }) =>
  request(act === 'add' ? 'POST /teams/:id/opt_outs' : 'POST /teams/:id/opt_outs/remove', {
    params: { id },
    json,
  });

/** Read again while it is looked at. */
export const refusedQuery = (page: ListPage) => ({
  ...readQuery(['staff', 'incoming', page], 'GET /incoming', { query: toPageQuery(page) }),
  placeholderData: keepPreviousData,
  refetchInterval: 15_000,
});
