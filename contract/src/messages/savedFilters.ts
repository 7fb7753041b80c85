// Filters of the log that a member has saved under a name, for themselves, in one project.
import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { checkBy, line } from '../common.ts';
import { FILTER_NAME_REQUIRED, FILTER_NAME_TAKEN } from '../sentences/sending.ts';

/** The maximum number of filters that a member saves in a project. */
export const MAX_SAVED_FILTERS = 10;

/** The longest name, in UTF-16 units as form fields count them. */
export const MAX_FILTER_NAME = 40;

const TOO_LONG = `Use at most ${MAX_FILTER_NAME} characters`;
const CONTROLS = 'The name cannot hold line breaks';

const filterName = line(MAX_FILTER_NAME, {
  required: FILTER_NAME_REQUIRED,
  tooLong: TOO_LONG,
  controls: CONTROLS,
});

/** `query`: the filters as the address of the log has them, without its page and its mode. */
const savedFilter = z.object({ name: filterName, query: z.string().max(1000) });
export type SavedFilter = z.infer<typeof savedFilter>;

/** Whether a filter of the list has this name, whatever its case. */
const isNameTaken = (filters: readonly SavedFilter[], name: string): boolean =>
  filters.some((one) => one.name.toLowerCase() === name.trim().toLowerCase());

function listProblem(filters: readonly SavedFilter[]): string | null {
  if (filters.length > MAX_SAVED_FILTERS) return `Save at most ${MAX_SAVED_FILTERS} filters in a project`;
  return filters.some(({ name }, at) => isNameTaken(filters.slice(0, at), name)) ? FILTER_NAME_TAKEN : null;
}

/** The whole list, in the order of the member. */
const savedFilters = z.array(savedFilter).check(checkBy(listProblem));

/** The form of a filter beside others of the same member and project. */
export const filterForm = (others: readonly SavedFilter[]) =>
  z.object({
    name: filterName.check(checkBy((name) => (isNameTaken(others, name) ? FILTER_NAME_TAKEN : null))),
  });

const savedFiltersAnswer = z.object({ filters: z.array(savedFilter) });

export const savedFilterCalls = {
  'GET /projects/:id/log_filters': { answer: savedFiltersAnswer },
  /** Replaces the list. It is short and one person's, so the last write counts. */
  'PUT /projects/:id/log_filters': {
    body: z.object({ filters: savedFilters }),
    answer: savedFiltersAnswer,
  },
} satisfies Calls;
