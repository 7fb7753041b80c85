// Consents for the access table.
import type { RouteRequest } from './accessWorld.ts';

const number = '+94771234567';
const form = { number, kind: 'GIVEN', at: '2026-11-27T09:30:00Z', source: 'A form' };

export const CONSENT_REQUESTS: Record<string, () => RouteRequest> = {
  'GET /v1/consents': () => ({ query: { number } }),
  'PUT /v1/consents': () => ({ form }),
  'GET /v1/web/consents': () => ({ query: { number } }),
  'POST /v1/web/consents': () => ({ form }),
};
