// Templates: texts that a project keeps, to be sent again, with merge fields as campaigns have them.
import { z } from 'zod';
import { id } from './common.ts';
import { hasMergeFields, mergeProblem } from './mergeFields.ts';
import { countSegments, MAX_CHARACTERS, MAX_SEGMENTS } from './segments.ts';

/** A project has no more templates than this; what would make one more: 1013. */
export const MAX_TEMPLATES = 100;

/** The longest name, in UTF-16 units as fields of pages count them. */
export const MAX_TEMPLATE_NAME = 60;

/** A name as typed; trimmed, and composed, so that what looks the same is the same. Upper and lower case are the same too. */
const templateName = z
  .string({ error: 'Template name is required' })
  .trim()
  .normalize('NFC')
  .min(1, 'Template name is required')
  .max(MAX_TEMPLATE_NAME, `Use at most ${MAX_TEMPLATE_NAME} characters`)
  .regex(/^\P{Cc}*$/u, 'The name cannot hold line breaks');

/**
 * What is wrong with a template's content, in words; null where it can be sent. With merge fields it has another length for each
 * recipient: only its characters are counted then, as in a campaign.
 */
function templateProblem(content: string): string | null {
  if (content.trim() === '') return 'Content is required';
  const { characters, tooLong } = countSegments(content, { promotional: false });
  const cannotFit = hasMergeFields(content) ? characters > MAX_CHARACTERS : tooLong;
  const limits = `at most ${MAX_SEGMENTS} segments or ${MAX_CHARACTERS.toLocaleString('en-US')} characters`;
  return mergeProblem(content) ?? (cannotFit ? `The message is too long: ${limits}.` : null);
}

const content = z.string({ error: 'Content is required' }).check(({ value, issues }) => {
  const problem = templateProblem(value);
  if (problem) issues.push({ code: 'custom', message: problem, input: value });
});

/** POST /projects/{id}/templates, PUT /projects/{id}/templates/{template_id}. */
export const templateRequest = z.object({ name: templateName, content });
export type TemplateForm = z.input<typeof templateRequest>;

export const templateAnswer = z.object({ id, name: z.string(), content: z.string() });
export type Template = z.infer<typeof templateAnswer>;

/** GET /projects/{id}/templates, in the order of their names. */
export const templatesAnswer = z.array(templateAnswer);
