// Lists, creates and deletes the send URLs of a project.
import {
  type createSendUrlRequest,
  type NewSendUrl,
  namesNumber,
  SEND_URL_LIMITS,
  type SendUrl,
  type SendUrlFormat,
  usualRate,
} from '@godwit/contract/sendUrls';
import type { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import { randomToken } from '../../identity/tokens.ts';
import { newId } from '../../ids.ts';
import { parseRecipient } from '../../phoneNumbers.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Secrets } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import { FORMATS } from './formats/formats.ts';
import { deleteSendUrl, insertSendUrl, lockSendUrls, type Project, selectSendUrls } from './queries.ts';

type Keeper = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

const LOOKUP = 'send url look-up';
const SIGNATURE = 'send url signature';
/** The field with the number of formats whose calls always name one. */
const NUMBER_FIELD = 'sms.phone';
/** The characters of a token that people recognize it by. */
const ENDING = 4;
const FULL = refuse('conflict', {
  description: `This project has ${SEND_URL_LIMITS.urls} send URLs, the most it can have, so none was created. Delete one that you no longer use, then try again.`,
});

/** Lookup hashes of a token, under the current secret and under old ones. */
export const tokenLookups = (secrets: Secrets, token: string): Buffer[] => secrets.hmacs(LOOKUP, token);

/** The keys that may sign the calls of a URL, the present one first. They are not stored. */
export const signatureKeys = (secrets: Secrets, urlId: string): Buffer[] => secrets.hmacs(SIGNATURE, urlId);

/** The URLs of a project, the newest first. */
export async function listSendUrls({ kysely }: Pick<Services, 'kysely'>, project: Project) {
  return (await selectSendUrls(kysely, project)).map(toSendUrl);
}

/**
 * Creates a URL. Refusals: invalidNumber and others for the field `recipients`; conflict, if the project has
 * the most URLs.
 */
export async function createSendUrl(
  { kysely, secrets, settings }: Keeper,
  project: Project,
  { recipients, recipient_field, signed, per_minute, ...form }: z.output<typeof createSendUrlRequest>,
): Promise<NewSendUrl | Refusal> {
  const numbers = new Set<string>();
  for (const typed of recipients) {
    const number = parseRecipient(typed);
    if (isRefusal(number))
      return refuseField(number.refused, 'recipients', `${typed}: ${number.description}`);
    numbers.add(number.e164);
  }
  const token = randomToken();
  const { format } = form;
  const id = newId();
  const field = namesNumber(format) ? NUMBER_FIELD : numbers.size > 0 ? null : recipient_field;
  const to = namesNumber(format) ? [] : [...numbers];
  const row = await transaction(kysely, async (trx) => {
    await lockSendUrls(trx, project);
    if ((await selectSendUrls(trx, project)).length >= SEND_URL_LIMITS.urls) return null;
    return insertSendUrl(trx, {
      ...{ id, team_id: project.teamId, project_id: project.projectId, ...form },
      ...{ lookup: secrets.hmac(LOOKUP, token), ending: token.slice(-ENDING) },
      ...{
        recipients: to,
        recipient_field: field,
        per_minute: per_minute ?? usualRate(format),
        signed: format === 'SUPABASE' || (format === 'GRAFANA' && signed),
      },
    });
  });
  if (!row) return FULL;
  const url = new URL(`/v1/in/${token}`, settings.publicUrl).href;
  return { ...toSendUrl(row), url, secret: FORMATS[format].secretOf(signatureKeys(secrets, id)[0]!) };
}

/** Deletes a URL: it no longer sends. Refusals: notFound. */
export async function removeSendUrl(
  { kysely }: Pick<Services, 'kysely'>,
  project: Project,
  urlId: string,
): Promise<Record<string, never> | Refusal> {
  return (await deleteSendUrl(kysely, project, urlId)) ? {} : refuse('notFound');
}

const toSendUrl = ({ created_at, ...row }: Awaited<ReturnType<typeof selectSendUrls>>[number]): SendUrl => ({
  ...row,
  format: row.format as SendUrlFormat,
  created_at: created_at.toISOString(),
});
