// Requests as customers hand them in, with documents, for tests of those who decide about them.
import { Readable } from 'node:stream';
import { bindDocuments } from '../src/files/documents.ts';
import { ownerOf } from '../src/files/open.ts';
import { completeFile, insertFile } from '../src/files/queries.ts';
import { encrypt, newFileKey } from '../src/files/seal.ts';
import { storageOf } from '../src/files/storage.ts';
import { newId } from '../src/ids.ts';
import { isRefusal } from '../src/refusal.ts';
import { decidePending } from '../src/senders/decide.ts';
import { insertSenderRequest } from '../src/senders/queries.ts';
import { insertRequest } from '../src/verification/queries.ts';
import type { TestApp } from './app.ts';
import { makeOwner, makeProject } from './factories.ts';

/** What `handIn` keeps as a document. */
export const DOCUMENT = Buffer.from('%PDF-1.7 a passport');

/** A file of a team, complete and in nobody's request. */
async function keepFile({ services }: TestApp, teamId: string, userId: string): Promise<string> {
  const id = newId();
  const { key, sealed } = newFileKey(services.secrets);
  const file = { id, team_id: teamId, uploaded_by: userId, name: 'passport "1".pdf' };
  await insertFile(services.kysely, { ...file, stored_as: id, sealed_key: sealed }, null);
  const owner = ownerOf(teamId, id);
  await storageOf(services.settings).write(id, encrypt(Readable.from([DOCUMENT]), { key, owner }));
  const content = { type: 'application/pdf', sizeBytes: DOCUMENT.length } as const;
  await completeFile(services.kysely, { teamId, id, ...content });
  return id;
}

/** A team that has asked to be verified, with one document. */
export async function askForVerification(t: TestApp, overrides: Record<string, string> = {}) {
  const owner = await makeOwner(t, overrides);
  return { ...owner, ...(await askAgain(t, owner)) };
}

/** Asks for verification in a team's name. */
export async function askAgain(
  t: TestApp,
  { teamId, person }: { teamId: string; person: { email: string } },
): Promise<{ requestId: string; fileId: string }> {
  const { kysely } = t.services;
  const userId = await userIdOf(t, person.email);
  const requestId = newId();
  const fileId = await keepFile(t, teamId, userId);
  await kysely.transaction().execute(async (trx) => {
    const row = { id: requestId, team_id: teamId, requested_by: userId, account_type: 'BUSINESS' } as const;
    if (!(await insertRequest(trx, row))) throw new Error('The team has a request already');
    const documents = [{ id: fileId, name: 'Passport' }];
    await bindDocuments(trx, { teamId, purpose: 'VERIFICATION', subjectId: requestId, documents });
  });
  return { requestId, fileId };
}

/** A project that has asked for a sender id, with one document. */
export async function askForSender(t: TestApp, sender = 'Lanka Shop') {
  const owner = await makeOwner(t);
  const project = await makeProject(owner.browser);
  const { teamId, person } = owner;
  const userId = await userIdOf(t, person.email);
  const requestId = newId();
  const fileId = await keepFile(t, teamId, userId);
  await t.services.kysely.transaction().execute(async (trx) => {
    await insertSenderRequest(trx, {
      id: requestId,
      team_id: teamId,
      project_id: project.id,
      requested_by: userId,
      sender,
      promotional: true,
      description: 'Offers of the shop',
      legal_name: 'Lanka Shop (Pvt) Ltd',
    });
    const documents = [{ id: fileId, name: 'Registration' }];
    await bindDocuments(trx, { teamId, purpose: 'SENDER_ID', subjectId: requestId, documents });
  });
  return { ...owner, project, requestId, fileId };
}

async function userIdOf(t: TestApp, email: string): Promise<string> {
  const { rows } = await t.services.pool.query('select id from users where email = $1', [email]);
  return rows[0].id;
}

/** Approves what was asked for, as the command line does; gives the request's id. */
export async function approveSenderOf(
  { services }: TestApp,
  { requestId, project }: { requestId: string; project: { id: string } },
): Promise<string> {
  const decided = await decidePending(services, { projectId: project.id, reason: null });
  if (isRefusal(decided)) throw new Error(`Not approved: ${decided.refused}`);
  return requestId;
}
