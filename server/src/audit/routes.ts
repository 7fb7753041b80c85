// GET /v1/staff/audit: the log of what staff did, searched.
import { auditCalls } from '@godwit/contract/staff/accounts';
import { containing } from '../http/paging.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { selectActions, selectAudit } from './queries.ts';

/** Pages are turned by the last row's id: new entries move nothing. */
export function auditRoutes(signedIn: App, { kysely }: Services): void {
  const on = serve(signedIn, auditCalls);
  on('GET /audit', async ({ query: { q, action, team_id, before, page_size } }) => {
    const [rows, actions] = await Promise.all([
      selectAudit(kysely, {
        like: q ? containing(q) : null,
        action: action ?? null,
        teamId: team_id ?? null,
        before: before ?? null,
        limit: page_size + 1,
      }),
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
  });
}
