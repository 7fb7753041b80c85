// Teams and people as staff find and act on them, and the money of teams.
import type {
  Adjustment,
  LEDGER_KINDS,
  LedgerRow,
  StaffMessageRow,
  StaffTeam,
  StaffTeamRow,
  StaffUser,
  StaffUserRow,
} from '@godwit/contract/staffTeams';
import type { Mode } from '@godwit/contract/statuses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ListPage, toPageQuery } from '../../components/address.ts';
import { request } from './client.ts';

/** A page of a list; `more`: there are more than are counted. */
type Page<Row> = { results: Row[]; total: number; total_pages: number; more?: boolean };
type Search = ListPage & { q: string };
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** A list below /v1/staff, under a key by which all its pages can be read again. */
function listQuery<Row>(
  key: readonly string[],
  path: string,
  { page, page_size, ...filter }: ListPage & Record<string, string | number | undefined>,
) {
  return queryOptions({
    queryKey: ['staff', ...key, 'list', filter, page, page_size],
    queryFn: ({ signal }) =>
      request<Page<Row>>({ path, query: { ...filter, ...toPageQuery({ page, page_size }) }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const teamsQuery = ({ q, ...page }: Search) =>
  listQuery<StaffTeamRow>(['teams'], '/teams', { q: q || undefined, ...page });

export const usersQuery = ({ q, ...page }: Search) =>
  listQuery<StaffUserRow>(['users'], '/users', { q: q || undefined, ...page });

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'teams', id],
    queryFn: ({ signal }) => request<StaffTeam>({ path: `/teams/${id}`, signal }),
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'users', id],
    queryFn: ({ signal }) => request<StaffUser>({ path: `/users/${id}`, signal }),
  });

export const ledgerQuery = (id: string, { kind, ...page }: ListPage & { kind: LedgerKind | null }) =>
  listQuery<LedgerRow>(['teams', id, 'ledger'], `/teams/${id}/ledger`, { kind: kind ?? undefined, ...page });

type MessageFilter = ListPage & { projectId: string; mode: Mode; q: string };

export const teamMessagesQuery = (id: string, { projectId, mode, q, ...page }: MessageFilter) =>
  listQuery<StaffMessageRow>(['teams', id, 'messages'], `/teams/${id}/messages`, {
    project_id: projectId,
    mode,
    q: q || undefined,
    ...page,
  });

/** Read again from time to time: colleagues decide too. */
export const adjustmentsQuery = ({
  status,
  teamId,
  ...page
}: ListPage & { status: Adjustment['status']; teamId?: string }) => ({
  ...listQuery<Adjustment>(['adjustments'], '/adjustments', { status, team_id: teamId, ...page }),
  refetchInterval: 15_000,
});

/** What can be done to a team, as the address of the call has it. */
export type TeamAct = 'pause' | 'resume' | 'withdraw_verification';

/** Acts on a team; gives it as it is then. */
export const actOnTeam = (id: string, act: TeamAct, reason: string): Promise<StaffTeam> =>
  request({ method: 'POST', path: `/teams/${id}/${act}`, json: { reason } });

export type AskedAdjustment = { amount: string; reason: string; key: string };

export const adjust = (teamId: string, asked: AskedAdjustment): Promise<Adjustment> =>
  request({ method: 'POST', path: `/teams/${teamId}/adjustments`, json: asked });

export const confirmAdjustment = (id: string): Promise<Adjustment> =>
  request({ method: 'POST', path: `/adjustments/${id}/confirm`, json: {} });

export const rejectAdjustment = (id: string, reason: string): Promise<Adjustment> =>
  request({ method: 'POST', path: `/adjustments/${id}/reject`, json: { reason } });

/** Ends one session of a person, or all of them; gives the person as they are then. */
export const endSessions = (id: string, session: string | null): Promise<StaffUser> =>
  request({ method: 'DELETE', path: `/users/${id}/sessions${session === null ? '' : `/${session}`}` });
