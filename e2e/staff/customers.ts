// Customers with requests for staff to decide, created without a browser.
import { type APIRequestContext, request as requests } from '@playwright/test';
import { type FilePayload, picture } from '../identity/steps.ts';
import { createProject, newPerson, type Person, send, signUp } from '../people.ts';

export type Customer = { person: Person; request: APIRequestContext };

/** A person who has just signed up; `lastName` finds them. */
export async function newCustomer(baseURL: string, lastName: string, email?: string): Promise<Customer> {
  const request = await requests.newContext({ baseURL });
  const person = { ...newPerson(email), lastName };
  await signUp(request, person);
  return { person, request };
}

/** Submits a customer's verification with a picture for each name. */
export async function submitIdentity(
  { request }: Customer,
  files: readonly (string | FilePayload)[],
): Promise<void> {
  const documents = [];
  for (const given of files) {
    const file = typeof given === 'string' ? picture(given) : given;
    const { id } = await send<{ id: string }>(request, '/generic/file_upload', { multipart: { file } });
    documents.push({ id, name: `Business Registration, page ${documents.length + 1}` });
  }
  await send(request, '/verification_requests', { data: { account_type: 'BUSINESS', documents } });
}

/** Requests a sender id for a customer, in a new project. */
export async function requestSender(
  { request }: Customer,
  senderId: string,
  named: object = {},
): Promise<void> {
  const project = await createProject(request, 'Online shop');
  await send(request, `/projects/${project.id}/sender_id_requests`, {
    data: {
      sender_id: senderId,
      description: 'Offers of the week to customers who asked for them in a shop.',
      legal_name: 'Lanka Retail (Pvt) Ltd',
      is_promotional: true,
      documents: [],
      ...named,
    },
  });
}
