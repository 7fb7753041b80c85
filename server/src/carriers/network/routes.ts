// The network of carriers as versions, under /v1/staff.
import { MAX_NETWORK_BYTES, networkCalls } from '@godwit/contract/staff/network';
import { rowsOf, toPage } from '../../http/paging.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { Staff } from '../../identity/sessions.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { chooseFor } from './choice.ts';
import { readNetworkState } from './state.ts';
import { testLink } from './testLink.ts';
import {
  approveNetwork,
  proposeNetwork,
  putBackNetwork,
  readVersion,
  readVersions,
  withdrawNetwork,
} from './versions.ts';

// The document is checked in a shorter form than the one that is sent.
const BODY_LIMIT_BYTES = 2 * MAX_NETWORK_BYTES;

/** Reading the network, and changing it by two people. */
export function networkRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, networkCalls);
  const state = async (staff: Staff) => orThrow(await readNetworkState(services, staff));

  on('GET /network', ({ staff }) => state(staff));

  on('GET /network/choice', async ({ query }) =>
    orThrow(
      await chooseFor(services, {
        to: query.to,
        sender: query.sender,
        teamId: query.team_id ?? '',
        contentClass: query.class,
        version: query.version === undefined ? null : Number(query.version),
      }),
    ),
  );

  on('GET /network/versions', async ({ staff, query }) => {
    const rows = rowsOf(query);
    const { results, total } = await readVersions(services, staff, rows);
    return toPage(results, total, rows);
  });

  on('GET /network/versions/:number', async ({ staff, params }) =>
    orThrow(await readVersion(services, staff, Number(params.number))),
  );

  on('POST /network/proposals', { bodyLimit: BODY_LIMIT_BYTES }, async ({ staff, body }) => {
    orThrow(await proposeNetwork(services, staff, body));
    return state(staff);
  });

  on('POST /network/versions/:number/approve', async ({ staff, params }) => {
    orThrow(await approveNetwork(services, staff, Number(params.number)));
    return state(staff);
  });

  on('POST /network/versions/:number/withdraw', async ({ staff, params, body }) => {
    orThrow(await withdrawNetwork(services, staff, { number: Number(params.number), ...body }));
    return state(staff);
  });

  on('POST /network/versions/:number/put_back', async ({ staff, params, body }) => {
    orThrow(await putBackNetwork(services, staff, { number: Number(params.number), ...body }));
    return state(staff);
  });

  on('POST /network/links/:link/test', async ({ staff, params, body }) =>
    orThrow(await testLink(services, staff, { ...params, ...body })),
  );
}
