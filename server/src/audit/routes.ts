// GET /v1/staff/audit: the log of what staff did, searched.
import { auditAnswer, auditQuery } from '@godwit/contract/staff';
import { containing } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { isId } from '../ids.ts';
import type { Services } from '../services.ts';
import { selectActions, selectAudit } from './queries.ts';

/** Pages are turned by the last row's id: what is added meanwhile moves nothing. */
export function auditRoutes(signedIn: App, { kysely }: Services): void {
  signedIn.get(
    '/audit',
    { config: { staffAction: 'audit' }, schema: { querystring: auditQuery, response: { 200: auditAnswer } } },
    async ({ query: { q, action, team_id, before, page_size } }) => {
      const known = (id: string | undefined) => id === undefined || isId(id);
      const [rows, actions] = await Promise.all([
        known(team_id) && known(before)
          ? selectAudit(kysely, {
              like: q ? containing(q) : null,
              action: action ?? null,
              teamId: team_id ?? null,
              before: before ?? null,
              limit: page_size + 1,
            })
          : [],
        selectActions(kysely),
      ]);
      const shown = rows.slice(0, page_size);
      return {
        results: shown.map(({ at, team_id: teamId, team_name, detail, ...row }) => ({
          ...row,
          at: at.toISOString(),
          team: teamId === null ? null : { id: teamId, name: team_name ?? '' },
          detail: detail as Record<string, unknown>,
        })),
        next: rows.length > shown.length ? shown.at(-1)!.id : null,
        actions,
      };
    },
  );
}
