// The public API's calls about opt-outs, under /v1.
import {
  deleteOptOutParams,
  deleteOptOutQuery,
  listOptOutsAnswer,
  listOptOutsQuery,
  optOutData,
  putOptOutRequest,
} from '@godwit/contract/publicApi/optOuts';
import type { App } from '../http/types.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addOptOut, optOutsOf, removeOptOut, walkOptOuts } from './list.ts';

/** Adds `/opt_outs`. `onChanged` is given the team of each change, before it is answered. */
export function publicOptOutRoutes(api: App, services: Services, onChanged: (teamId: string) => void): void {
  const numberOf = (typed: string) => orThrow(parseRecipient(typed)).e164;

  api.get(
    '/opt_outs',
    { schema: { querystring: listOptOutsQuery, response: { 200: listOptOutsAnswer } } },
    async ({ key: { teamId, mode }, query: { number, ...walk } }) =>
      number === undefined
        ? walkOptOuts(services, { teamId, mode }, walk)
        : optOutsOf(services, { teamId, mode, number: numberOf(number) }),
  );

  api.put(
    '/opt_outs',
    { schema: { body: putOptOutRequest, response: { 200: optOutData } } },
    async ({ key: { teamId, mode }, body: { number, scope } }) => {
      const asked = { teamId, mode, number: numberOf(number), scope };
      const added = await addOptOut(services, { ...asked, source: 'API' });
      onChanged(teamId);
      return orThrow(added);
    },
  );

  api.delete(
    '/opt_outs/:number',
    {
      schema: {
        params: deleteOptOutParams,
        querystring: deleteOptOutQuery,
        response: { 200: listOptOutsAnswer },
      },
    },
    async ({ key: { teamId, mode }, params, query: { scope } }) => {
      const asked = { teamId, mode, number: numberOf(params.number) };
      orThrow(await removeOptOut(services, { ...asked, scope }));
      onChanged(teamId);
      return optOutsOf(services, asked);
    },
  );
}
