// Registrations of sender ids as two members of staff decide about them on their pages.
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { ABN } from './registrations.ts';
import { approveSenderOf, requestSender } from './requests.ts';
import { makeStaff } from './staff.ts';

/** The owner of each name. */
export const OWNER = { owner_scheme: 'ABN', owner_number: ABN, name_basis: 'BUSINESS_NAME' };

/** Two members of staff, and calls of their pages with `reason`. `verifier` acts unless `by` is given. */
export async function registrationDesk(t: TestApp, reason: string) {
  const verifier = await makeStaff(t, { role: 'COMPLIANCE' });
  const colleague = await makeStaff(t, { role: 'ADMIN' });

  const post = async (browser: Browser, path: string, json: object) =>
    (await browser.post(`/v1/staff/${path}`, undefined, { json })).json();
  const read = async (id: string, by = verifier) =>
    (await by.browser.get(`/v1/staff/registrations/${id}`)).json();

  /** An approved name whose registration has begun, and whose owner was looked up. */
  async function begun(sender = 'Lanka Shop') {
    const asked = await requestSender(t, sender, OWNER);
    await approveSenderOf(t, asked);
    const first = await post(verifier.browser, `sender_ids/${asked.requestId}/registration`, {
      country: 'AU',
    });
    await post(verifier.browser, `registrations/${first.id}/owner_checked`, { reason });
    return { ...asked, id: first.id as string, first };
  }

  const move = (id: string, to: string, by = verifier) =>
    post(by.browser, `registrations/${id}/move`, { to, reason });
  const propose = (id: string, expiresOn: string | null = null, by = verifier) =>
    post(by.browser, `registrations/${id}/propose`, { reference: 'AU-77', expires_on: expiresOn, reason });
  const confirm = (id: string, proposal: string, by = colleague) =>
    post(by.browser, `registrations/${id}/confirm`, { proposal });

  /** A name that two persons have registered. */
  async function registered(sender?: string) {
    const one = await begun(sender);
    await move(one.id, 'SUBMITTED');
    const { proposal } = await propose(one.id);
    return { ...one, answer: await confirm(one.id, proposal.id) };
  }

  return { verifier, colleague, post, read, begun, move, propose, confirm, registered };
}
