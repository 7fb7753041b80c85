// Registrations of sender ids, under /v1/staff: the queue, one registration, and what staff do with it.
import { MAX_STATES_CSV, packFileName, registrationCalls } from '@godwit/contract/staff/registrations';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { Staff } from '../../identity/sessions.ts';
import { orThrow, type Refusal } from '../../refusal.ts';
import { checkOwner, moveRegistration, rejectRegistration } from '../../senders/registrations.ts';
import { takeStates } from './registrationFiles.ts';
import { exportPack, exportRegistrations, waitingPacks } from './registrationPacks.ts';
import {
  beginRegistration,
  confirm,
  propose,
  type RegistrationServices,
  registrationCase,
  registrationQueue,
} from './registrations.ts';

// A character takes up to four bytes, and line breaks are escaped in JSON.
const BODY_LIMIT_BYTES = 4 * MAX_STATES_CSV + 65_536;

/** Every change answers the registration as it is then. */
export function registrationRoutes(signedIn: App, services: RegistrationServices): void {
  const on = serve(signedIn, registrationCalls);
  const answer = async (staff: Staff, id: string, refused: Refusal | null) =>
    orThrow(refused ?? (await registrationCase(services, staff, id)));

  on('GET /registrations', async ({ query }) => registrationQueue(services, query));

  on('GET /registrations/export', async ({ staff, query }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="registrations.csv"')
      .send(await exportRegistrations(services, staff, query)),
  );

  on('GET /registrations/packs', async () => ({ results: await waitingPacks(services) }));

  on('GET /registrations/pack', async ({ staff, query: { country, via } }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${packFileName(country, via)}"`)
      .send(await exportPack(services, staff, { country, via: via === '' ? null : via })),
  );

  on('POST /registrations/states', { bodyLimit: BODY_LIMIT_BYTES }, async ({ staff, body }) =>
    takeStates(services, staff, body),
  );

  on('GET /registrations/:id', async ({ staff, params }) => answer(staff, params.id, null));

  on('POST /registrations/:id/move', async ({ staff, params, body }) =>
    answer(staff, params.id, await moveRegistration(services, staff, { ...params, ...body })),
  );

  on('POST /registrations/:id/propose', async ({ staff, params, body: { expires_on, ...body } }) => {
    const proposed = { ...params, ...body, expiresOn: expires_on };
    return answer(staff, params.id, await propose(services, staff, proposed));
  });

  on('POST /registrations/:id/confirm', async ({ staff, params, body }) =>
    answer(staff, params.id, await confirm(services, staff, { ...params, ...body })),
  );

  on('POST /registrations/:id/reject', async ({ staff, params, body }) =>
    answer(staff, params.id, await rejectRegistration(services, staff, { ...params, ...body })),
  );

  on('POST /registrations/:id/owner_checked', async ({ staff, params, body }) =>
    answer(staff, params.id, await checkOwner(services, staff, { ...params, ...body })),
  );

  on('POST /sender_ids/:id/registration', async ({ staff, params, body }) =>
    orThrow(await beginRegistration(services, staff, { requestId: params.id, ...body })),
  );
}
