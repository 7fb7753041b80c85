// Calls about the rules of countries: the sets, their proposals and dry runs.
import type { RulesChange } from '@godwit/contract/staff/rules';
import { keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

/** The rules in force, the proposals, and the processes that use the current set. */
export const rulesQuery = { ...readQuery(['staff', 'rules'], 'GET /rules'), refetchInterval: 5_000 };

/** Earlier sets, newest first. Pages count from one. */
export const setsQuery = (page: number) => ({
  ...readQuery(['staff', 'rules', 'sets', page], 'GET /rules/sets', {
    query: { page_num: page - 1, page_size: 10 },
  }),
  placeholderData: keepPreviousData,
});

const ofSet = (number: number) => ({ number: String(number) });

/** A set with its document. A set never changes its document. */
export const setQuery = (number: number) =>
  readQuery(['staff', 'rules', 'set', number], 'GET /rules/sets/:number', { params: ofSet(number) });

/** The dry run of a set at this moment. */
export const setCheckQuery = (number: number) =>
  readQuery(['staff', 'rules', 'check', number], 'GET /rules/sets/:number/check', { params: ofSet(number) });

/** The difference and the dry run of a change. Stores nothing. */
export const checkRules = (json: RulesChange) => request('POST /rules/check', { json });

export const proposeRules = (json: RulesChange & { reason: string }) =>
  request('POST /rules/proposals', { json });

export const acceptSet = (number: number, reason: string) =>
  request('POST /rules/sets/:number/accept', { params: ofSet(number), json: { reason } });

export const withdrawSet = (number: number, reason: string) =>
  request('POST /rules/sets/:number/withdraw', { params: ofSet(number), json: { reason } });

export const putBackSet = (number: number, reason: string) =>
  request('POST /rules/sets/:number/put_back', { params: ofSet(number), json: { reason } });
