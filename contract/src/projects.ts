// Projects: what messages are sent from, with a key for each mode.
import { z } from 'zod';
import { id, instant, money } from './common.ts';
import { role } from './roles.ts';
import { senderRegistration } from './senders.ts';

/** A project's name as typed; trimmed. */
export const projectName = z
  .string({ error: 'Please enter the Project Name' })
  .trim()
  .min(1, 'Please enter the Project Name')
  .max(100, 'The project name is too long: at most 100 characters');

export const createProjectRequest = z.object({ name: projectName });

export const projectSummary = z.object({
  id,
  name: z.string(),
  role,
  timezone: z.string(),
});
export type ProjectSummary = z.infer<typeof projectSummary>;

export const projectsAnswer = z.array(projectSummary);

/** A sender id of a project. `id` is what recipients see; promotional ones count 120 characters to a segment. */
export const projectSender = z.object({
  id: z.string(),
  is_promotional: z.boolean(),
  created_at: instant,
  registrations: z.array(senderRegistration),
});
export type ProjectSender = z.infer<typeof projectSender>;

/** `daily_limt` repeats `daily_limit` under the name the specification spells it with. */
export const projectAnswer = projectSummary.extend({
  api_key_live: z.string(),
  api_key_test: z.string(),
  senders: z.array(projectSender),
  blocked_codes: z.array(z.string()),
  daily_limit: money.nullable(),
  daily_limt: money.nullable(),
  daily_warn_pct: z.number().nullable(),
  spent_today: money,
});
export type Project = z.infer<typeof projectAnswer>;
