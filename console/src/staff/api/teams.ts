// Teams and people as staff find and act on them, and the money of teams.
import type {
  Adjustment,
  LEDGER_KINDS,
  LedgerRow,
  StaffHold,
  StaffMessageRow,
  StaffTeam,
  StaffTeamRow,
  StaffUser,
  StaffUserRow,
} from '@godwit/contract/staffTeams';
import type { Mode } from '@godwit/contract/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import { type ListPage, toPageQuery } from '../../components/useAddress.ts';
import { post, readQuery, request } from './client.ts';

/** A page of a list; `more`: there are more than are counted. */
type Page<Row> = { results: Row[]; total: number; total_pages: number; more?: boolean };
type Search = ListPage & { q: string };
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** A list below /v1/staff, under a key by which all its pages can be read again. */
export function listQuery<Row>(
  key: readonly string[],
  path: string,
  { page, page_size, ...filter }: ListPage & Record<string, string | number | undefined>,
) {
  const query = { ...filter, ...toPageQuery({ page, page_size }) };
  const read = readQuery<Page<Row>>(['staff', ...key, 'list', filter, page, page_size], path, query);
  return { ...read, placeholderData: keepPreviousData };
}

export const teamsQuery = ({ q, ...page }: Search) =>
  listQuery<StaffTeamRow>(['teams'], '/teams', { q: q || undefined, ...page });

export const usersQuery = ({ q, ...page }: Search) =>
  listQuery<StaffUserRow>(['users'], '/users', { q: q || undefined, ...page });

export const teamQuery = (id: string) => readQuery<StaffTeam>(['staff', 'teams', id], `/teams/${id}`);
export const userQuery = (id: string) => readQuery<StaffUser>(['staff', 'users', id], `/users/${id}`);

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

/** What is held of all teams, or of one; read again from time to time. */
export const holdsQuery = ({ teamId, ...page }: ListPage & { teamId?: string }) => ({
  ...listQuery<StaffHold>(['holds'], '/holds', { team_id: teamId, ...page }),
  refetchInterval: 15_000,
});

export const releaseHold = (teamId: string, destination: string, reason: string) =>
  post(`/teams/${teamId}/release`, { destination, reason });

/** What can be done to a team, as the address of the call has it. */
export type TeamAct = 'pause' | 'resume' | 'withdraw_verification';

/** Acts on a team; gives it as it is then. */
export const actOnTeam = (id: string, act: TeamAct, reason: string) =>
  post<StaffTeam>(`/teams/${id}/${act}`, { reason });

type AskedAdjustment = { amount: string; reason: string; key: string };

export const adjust = (teamId: string, asked: AskedAdjustment) =>
  post<Adjustment>(`/teams/${teamId}/adjustments`, asked);

export const confirmAdjustment = (id: string) => post<Adjustment>(`/adjustments/${id}/confirm`);

export const rejectAdjustment = (id: string, reason: string) =>
  post<Adjustment>(`/adjustments/${id}/reject`, { reason });

/** Ends one session of a person, or all of them; gives the person as they are then. */
export const endSessions = (id: string, session: string | null): Promise<StaffUser> =>
  request({ method: 'DELETE', path: `/users/${id}/sessions${session === null ? '' : `/${session}`}` });
