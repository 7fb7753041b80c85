// The public API's calls about consents, under /v1.
import { consent } from '@godwit/contract/consents';
import {
  listConsentsAnswer,
  listConsentsQuery,
  putConsentRequest,
} from '@godwit/contract/publicApi/consents';
import type { App } from '../http/types.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { readHistory, recordConsent } from './record.ts';

/** Adds `/consents`. `onRecorded` is given the team of each record, before it is answered. */
export function publicConsentRoutes(
  api: App,
  { pool }: Services,
  onRecorded: (teamId: string) => void,
): void {
  api.put(
    '/consents',
    { schema: { body: putConsentRequest, response: { 200: consent } } },
    async ({ key: { teamId, projectId, mode }, body }) => {
      const { number, project_id: ofProject, mode: ofMode, ...given } = body;
      if (ofProject && ofProject !== projectId) throw new RefusalError(refuse('notFound'));
      if (ofMode && ofMode !== mode) throw new RefusalError(refuse('keyMismatch'));
      const { e164 } = orThrow(parseRecipient(number));
      const recorded = await recordConsent(pool, { teamId, mode, number: e164, origin: 'API' }, given);
      onRecorded(teamId);
      return recorded;
    },
  );

  api.get(
    '/consents',
    { schema: { querystring: listConsentsQuery, response: { 200: listConsentsAnswer } } },
    async ({ key: { teamId, mode }, query }) =>
      readHistory(pool, { teamId, mode, number: orThrow(parseRecipient(query.number)).e164 }),
  );
}
