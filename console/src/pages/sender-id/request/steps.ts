// The steps of a request for a sender id. A step that has nothing to ask is left out.
import { NO_DETAILS, type RequestValues } from './draft.ts';

const STEPS = ['owner', 'name', 'content', 'evidence', 'summary'] as const;
export type Step = (typeof STEPS)[number];

/** The errors of fields, by field. */
export type Problems = Readonly<Record<string, string>>;

const DETAILS = Object.keys(NO_DETAILS) as (keyof typeof NO_DETAILS)[];

const FIELDS: Record<Step, readonly (keyof RequestValues | 'consent')[]> = {
  owner: ['for_client', 'legal_name', 'countries', 'owner_scheme', 'owner_number', ...DETAILS],
  name: ['sender_id'],
  content: ['class', 'description', 'sample'],
  evidence: ['name_basis', 'consent'],
  summary: [],
};

/**
 * The steps of a request. Evidence is asked for if the owner has a number or is a client, or if the person
 * wants to add documents.
 */
export const stepsOf = (
  { for_client, owner_scheme }: Pick<RequestValues, 'for_client' | 'owner_scheme'>,
  addsDocuments: boolean,
): readonly Step[] =>
  STEPS.filter((step) => step !== 'evidence' || for_client || owner_scheme !== '' || addsDocuments);

/** The step that asks for a field. */
export const stepOfField = (field: string): Step | undefined =>
  STEPS.find((step) => FIELDS[step].some((name) => name === field));

/** The errors of the fields of a step. */
export const problemsAt = (step: Step, problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => stepOfField(field) === step));

/** The first step with an error, or the last one. */
export const firstOpen = (steps: readonly Step[], problems: Problems): Step =>
  steps.find((step) => Object.keys(problemsAt(step, problems)).length > 0) ?? 'summary';

/**
 * The step to show: the wanted one if all steps before it are complete. A step of an address that does not
 * exist or is not reached yet leads to the first incomplete one.
 */
export function stepShown(steps: readonly Step[], wanted: string | null, problems: Problems): Step {
  const open = firstOpen(steps, problems);
  const reached = steps.slice(0, steps.indexOf(open) + 1);
  return reached.find((step) => step === wanted) ?? open;
}
