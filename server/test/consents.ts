// Consents and opt-outs for the access table.
import {
  type AccessTeam,
  OPTED_OUT_NUMBER,
  optedOut,
  optOutToken,
  type RouteRequest,
} from './accessWorld.ts';
import type { TestApp } from './app.ts';

const number = '+94771234567';
const form = { number, kind: 'GIVEN', at: '2026-11-27T09:30:00Z', source: 'A form' };

export const CONSENT_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'GET /v1/consents': () => ({ query: { number } }),
  'PUT /v1/consents': () => ({ form }),
  'GET /v1/web/consents': () => ({ query: { number } }),
  'GET /v1/web/consents/proof.zip': () => ({ query: { number } }),
  'POST /v1/web/consents': () => ({ form }),
  'POST /v1/web/consents/lacking': () => ({ json: { numbers: [number] } }),
  'PUT /v1/opt_outs': () => ({ form: { number: OPTED_OUT_NUMBER } }),
  'DELETE /v1/opt_outs/:number': async ({ teamId }, t) => ({
    params: { number: await optedOut(t, teamId) },
  }),
  'POST /v1/web/opt_outs': () => ({ form: { number: OPTED_OUT_NUMBER } }),
  'POST /v1/web/opt_outs_csv': () => ({ files: { csv: new File([OPTED_OUT_NUMBER], 'numbers.csv') } }),
  'DELETE /v1/web/opt_outs/:number': async ({ teamId }, t) => ({
    params: { number: await optedOut(t, teamId) },
  }),
  'GET /o/:token': async (team, t) => ({ params: { token: await optOutToken(t, team) } }),
  'POST /o/:token': async (team, t) => ({ params: { token: await optOutToken(t, team) } }),
};
