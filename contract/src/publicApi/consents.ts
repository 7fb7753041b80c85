// Consents in the public API.
import { z } from 'zod';
import { checkTimes, consent, consentFields } from '../consents.ts';
import { optionalText } from '../messages/messages.ts';
import * as api from '../sentences/consents.ts';
import * as verify from '../sentences/verify.ts';

/** A number that a program gives. */
export const givenNumber = z
  .string({ error: 'Give the number in international format in `number`' })
  .trim()
  .min(1)
  .max(64)
  .describe(api.CONSENT_NUMBER);

/** PUT /v1/consents. */
export const putConsentRequest = z
  .object({
    number: givenNumber,
    ...consentFields.shape,
    project_id: optionalText(64, verify.PROJECT),
    mode: optionalText(8, verify.MODE),
  })
  .check(checkTimes);

/** GET /v1/consents. */
export const listConsentsQuery = z.object({ number: givenNumber });

/** `allowed`: whether the records allow advertising to the number now. */
export const listConsentsAnswer = z.object({
  number: z.string().describe(api.CONSENT_NUMBER),
  allowed: z.boolean().describe(api.CONSENT_ALLOWED),
  consents: z.array(consent).describe(api.CONSENT_RECORDS),
});
