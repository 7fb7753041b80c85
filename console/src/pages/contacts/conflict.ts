// A number that the team has already.
import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../api/errors.ts';

const CONFLICT = 1013;

/** Puts the server's sentence at the number where another contact has it; true if it did. */
export function atNumber<Values extends { number: string }>(
  form: UseFormReturnType<Values>,
  error: unknown,
): boolean {
  const isTaken = error instanceof ApiError && error.code === CONFLICT;
  if (isTaken) form.setFieldError('number', error.fields.number ?? error.description);
  return isTaken;
}
