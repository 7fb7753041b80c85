// Teams and people as staff find and act on them, and the money of teams.
import type { staffCalls } from '@godwit/contract/calls/staff';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Adjustment, LEDGER_KINDS, searchQuery } from '@godwit/contract/staff/teams';
import { keepPreviousData } from '@tanstack/react-query';
import type { Args } from '../../api/client.ts';
import { type ListPage, toPageQuery } from '../../components/list/useAddress.ts';
import { readQuery, request } from './client.ts';

export type LedgerKind = (typeof LEDGER_KINDS)[number];

const placeholderData = keepPreviousData;

type StaffCalls = typeof staffCalls;
type SearchCall = {
  [Key in keyof StaffCalls]: StaffCalls[Key] extends { query: typeof searchQuery } ? Key : never;
}[keyof StaffCalls];

/** A page of the list that a call searches. The previous page stays on screen while the next one loads. */
export function foundQuery<Key extends SearchCall>(call: Key, { q, ...page }: ListPage & { q: string }) {
  // The compiler does not evaluate the arguments of a call that it does not know.
  const given: unknown = [{ query: { q: q || undefined, ...toPageQuery(page) } }];
  const queryKey = ['staff', call.replace('GET /', ''), 'list', q, page];
  return { ...readQuery(queryKey, call, ...(given as Args<Key, StaffCalls[Key]>)), placeholderData };
}

export const teamQuery = (id: string) =>
  readQuery(['staff', 'teams', id], 'GET /teams/:id', { params: { id } });
/** The messages of the last 30 days. */
export const teamDaysQuery = (id: string) =>
  readQuery(['staff', 'teams', id, 'days'], 'GET /teams/:id/days', { params: { id } });
export const userQuery = (id: string) =>
  readQuery(['staff', 'users', id], 'GET /users/:id', { params: { id } });

export const ledgerQuery = (id: string, { kind, ...page }: ListPage & { kind: LedgerKind | null }) => ({
  ...readQuery(['staff', 'teams', id, 'ledger', kind, page], 'GET /teams/:id/ledger', {
    params: { id },
    query: { kind: kind ?? undefined, ...toPageQuery(page) },
  }),
  placeholderData,
});

type MessageFilter = ListPage & { projectId: string; mode: Mode; q: string };

export const teamMessagesQuery = (id: string, { projectId, mode, q, ...page }: MessageFilter) => ({
  ...readQuery(['staff', 'teams', id, 'messages', projectId, mode, q, page], 'GET /teams/:id/messages', {
    params: { id },
    query: { project_id: projectId, mode, q: q || undefined, ...toPageQuery(page) },
  }),
  placeholderData,
});

/** Reloads, because colleagues decide too. */
export const adjustmentsQuery = ({
  status,
  teamId,
  ...page
}: ListPage & { status: Adjustment['status']; teamId?: string }) => ({
  ...readQuery(['staff', 'adjustments', status, teamId, page], 'GET /adjustments', {
    query: { status, team_id: teamId, ...toPageQuery(page) },
  }),
  placeholderData,
  refetchInterval: 15_000,
});

/** The held destinations of all teams or one. Reloads periodically. */
export const holdsQuery = ({ teamId, ...page }: ListPage & { teamId?: string }) => ({
  ...readQuery(['staff', 'holds', teamId, page], 'GET /holds', {
    query: { team_id: teamId, ...toPageQuery(page) },
  }),
  placeholderData,
  refetchInterval: 15_000,
});

export const releaseHold = (id: string, destination: string, reason: string) =>
  request('POST /teams/:id/release', { params: { id }, json: { destination, reason } });

/** Actions on a team, as in the path of the call. */
export type TeamAct = 'pause' | 'resume' | 'withdraw_verification';

/** Performs an action on a team and returns the updated team. */
export const actOnTeam = (id: string, act: TeamAct, reason: string) =>
  request(`POST /teams/:id/${act}`, { params: { id }, json: { reason } });

type AdjustmentForm = { amount: string; reason: string; key: string };

export const adjust = (id: string, json: AdjustmentForm) =>
  request('POST /teams/:id/adjustments', { params: { id }, json });

export const confirmAdjustment = (id: string) => request('POST /adjustments/:id/confirm', { params: { id } });

export const rejectAdjustment = (id: string, reason: string) =>
  request('POST /adjustments/:id/reject', { params: { id }, json: { reason } });

/** Ends one or all sessions of a person and returns the updated person. */
export const endSessions = (id: string, session: string | null) =>
  session === null
    ? request('DELETE /users/:id/sessions', { params: { id } })
    : request('DELETE /users/:id/sessions/:session', { params: { id, session } });
