// Calls about two-way numbers, opt-outs on request, and refused incoming messages.
import { keepPreviousData } from '@tanstack/react-query';
import { type ListPage, toPageQuery } from '../../components/list/useAddress.ts';
import { readQuery, request } from './client.ts';

export const numbersQuery = (id: string) =>
  readQuery(['staff', 'teams', id, 'numbers'], 'GET /teams/:id/numbers', { params: { id } });

export const assignNumber = (id: string, json: { project_id: string; number: string; reason: string }) =>
  request('POST /teams/:id/numbers', { params: { id }, json });

export const removeNumber = (id: string, number: string, reason: string) =>
  request('POST /teams/:id/numbers/remove', { params: { id }, json: { number, reason } });

/** Adds or removes a number on the team's opt-out list. Returns whether the list changed. */
export const changeOptOut = (id: string, act: 'add' | 'remove', json: { number: string; reason: string }) =>
  request(act === 'add' ? 'POST /teams/:id/opt_outs' : 'POST /teams/:id/opt_outs/remove', {
    params: { id },
    json,
  });

/** Reloads while it is on screen. */
export const refusedQuery = (page: ListPage) => ({
  ...readQuery(['staff', 'incoming', page], 'GET /incoming', { query: toPageQuery(page) }),
  placeholderData: keepPreviousData,
  refetchInterval: 15_000,
});
