// Two-way numbers, opt-outs on request, and incoming messages that were refused.
import type { StaffIncoming, StaffNumbers } from '@godwit/contract/staffIncoming';
import { keepPreviousData } from '@tanstack/react-query';
import { type ListPage, toPageQuery } from '../../components/useAddress.ts';
import { post, readQuery } from './client.ts';

const pathOf = (teamId: string, rest: string) => `/teams/${encodeURIComponent(teamId)}/${rest}`;

export const numbersQuery = (teamId: string) =>
  readQuery<StaffNumbers>(['staff', 'teams', teamId, 'numbers'], pathOf(teamId, 'numbers'));

export const assignNumber = (teamId: string, asked: { project_id: string; number: string; reason: string }) =>
  post<StaffNumbers>(pathOf(teamId, 'numbers'), asked);

export const removeNumber = (teamId: string, number: string, reason: string) =>
  post<StaffNumbers>(pathOf(teamId, 'numbers/remove'), { number, reason });

/** Puts a number on the team's list, or takes it off; says whether the list has changed. */
export const changeOptOut = (
  teamId: string,
  act: 'add' | 'remove',
  asked: { number: string; reason: string },
) =>
  post<{ number: string; changed: boolean }>(
    pathOf(teamId, act === 'add' ? 'opt_outs' : 'opt_outs/remove'),
    asked,
  );

/** Read again while it is looked at. */
export const refusedQuery = (page: ListPage) => ({
  ...readQuery<StaffIncoming>(['staff', 'incoming', page], '/incoming', toPageQuery(page)),
  placeholderData: keepPreviousData,
  refetchInterval: 15_000,
});
