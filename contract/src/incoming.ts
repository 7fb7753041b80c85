// Incoming messages of a project: its numbers, the URL that receives them, and the keywords that reply. Below
// /v1/web/projects.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { empty, givenId, id, instant } from './common.ts';
import { ownWord } from './keywords.ts';
import { countSegments } from './messages/segments.ts';
import { CONTENT_REQUIRED } from './sentences/sending.ts';
import { teamName } from './team.ts';

/**
 * Returns the number of a carrier's address (`94112300300`, `1919`) as we store it. Other addresses, such as
 * names, are unchanged.
 */
export function fromAddress(address: string): string {
  const long = /^(?:\+|00)?([1-9]\d{7,14})$/.exec(address);
  return long ? `+${long[1]}` : address;
}

/** The maximum number of keywords of a project, and the maximum number of words of one keyword. */
export const MAX_KEYWORDS = 50;
export const MAX_WORDS = 10;
/** The maximum number of numbers that one change names. */
const MAX_NUMBERS = 1_000;

/** The forms in which the callback URL is called, besides our own: `twilio` is that of Twilio's webhooks. */
export const CALLBACK_FORMS = ['twilio'] as const;

/** The text of a reply; empty for none. */
const reply = z
  .string()
  .trim()
  .nullish()
  .transform((text) => text || null)
  .refine((text) => text === null || !countSegments(text, { promotional: false }).tooLong, {
    error: 'The message is too long: at most 10 segments or 1,600 characters.',
  });

/** A keyword of a project. Any of `words` matches, as the first word of a text or all of it. */
const keywordAnswer = z.object({
  id,
  words: z.array(z.string()),
  reply: z.string().nullable(),
  group: z.object({ id, name: z.string() }).nullable(),
});
export type Keyword = z.infer<typeof keywordAnswer>;

/**
 * POST /projects/{id}/keywords, PUT and DELETE /projects/{id}/keywords/{keyword_id}. Each returns all
 * settings.
 */
export const keywordRequest = z
  .object({
    words: z
      .array(ownWord, { error: 'Keyword is required' })
      .min(1, 'Keyword is required')
      .max(MAX_WORDS, `Use at most ${MAX_WORDS} words`)
      .transform((words) => [...new Set(words)]),
    reply,
    group_id: z
      .union([givenId, z.literal('')])
      .nullish()
      .transform((group) => group || null),
  })
  .refine((keyword) => keyword.reply !== null || keyword.group_id !== null, {
    error: 'Give a reply, a group, or both',
    path: ['reply'],
  });
export type KeywordForm = z.input<typeof keywordRequest>;

/**
 * PUT /projects/{id}/incoming: all settings. Null or empty restores a default reply, or clears the field.
 * `callback_form` is null for our own. `recipient_name` replaces the name of the team in default replies.
 * `smpp` changes the SMPP account that a number leads to, or removes it if null or empty; other numbers keep
 * theirs.
 */
export const incomingSettingsRequest = z.object({
  recipient_name: z
    .union([z.literal(''), teamName])
    .nullish()
    .transform((name) => name || null),
  callback_url: z
    .string()
    .trim()
    .max(2048)
    .nullish()
    .transform((url) => url || null),
  callback_form: z
    .union([z.literal(''), z.enum(CALLBACK_FORMS)], {
      error: `callback_form must be ${CALLBACK_FORMS.join(', ')}`,
    })
    .nullish()
    .transform((form) => form || null),
  stop_reply: reply,
  start_reply: reply,
  help_reply: reply,
  smpp: z
    .array(
      z.object({
        number: z.string().max(40),
        system_id: z
          .string()
          .max(15)
          .nullable()
          .transform((systemId) => systemId || null),
      }),
    )
    .max(MAX_NUMBERS)
    .default([]),
});
export type IncomingSettingsForm = z.input<typeof incomingSettingsRequest>;

/**
 * GET /projects/{id}/incoming. `test_number` is for TEST; staff assigned `numbers` for LIVE. `usual` has the
 * default replies to STOP, START and HELP. `smpp` has the numbers that lead to an SMPP account.
 */
const incomingSettingsAnswer = z.object({
  test_number: z.string(),
  numbers: z.array(z.object({ number: z.string(), assigned_at: instant })),
  recipient_name: z.string().nullable(),
  team_name: z.string(),
  callback_url: z.string().nullable(),
  callback_form: z.enum(CALLBACK_FORMS).nullable(),
  smpp: z.array(z.object({ number: z.string(), system_id: z.string(), name: z.string() })),
  stop_reply: z.string().nullable(),
  start_reply: z.string().nullable(),
  help_reply: z.string().nullable(),
  usual: z.object({ stop: z.string(), start: z.string(), help: z.string() }),
  keywords: z.array(keywordAnswer),
});
export type IncomingSettings = z.infer<typeof incomingSettingsAnswer>;

/**
 * POST /projects/{id}/incoming_messages: in TEST, the simulated carrier sends a message from a phone to the
 * test number. The answer confirms acceptance; the message is in the log a moment later.
 */
export const simulateIncomingRequest = z.object({
  from: z.string({ error: 'Phone number is required' }).trim().min(1, 'Phone number is required').max(40),
  body: z.string({ error: CONTENT_REQUIRED }).max(1_600, 'At most 1,600 characters'),
});
export type SimulateIncomingForm = z.input<typeof simulateIncomingRequest>;

export const incomingCalls = {
  'GET /projects/:id/incoming': { answer: incomingSettingsAnswer },
  'PUT /projects/:id/incoming': { body: incomingSettingsRequest, answer: incomingSettingsAnswer },
  'POST /projects/:id/keywords': { body: keywordRequest, answer: incomingSettingsAnswer },
  'PUT /projects/:id/keywords/:keyword_id': { body: keywordRequest, answer: incomingSettingsAnswer },
  'DELETE /projects/:id/keywords/:keyword_id': { answer: incomingSettingsAnswer },
  'POST /projects/:id/incoming_messages': { body: simulateIncomingRequest, answer: empty },
} satisfies Calls;
