// Shows validation errors at the fields of a form.
import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useLanguage } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';

/** Makes a form's validation from a schema of the contract, with translated errors. */
export function validateBy(schema: Parameters<typeof schemaResolver>[0]): (values: unknown) => FormErrors {
  const check = schemaResolver(schema, { sync: true });
  return (values) => {
    const errors = Object.entries(check(values as Record<string, unknown>));
    return Object.fromEntries(errors.map(([name, problem]) => [name, translate(String(problem))]));
  };
}

/**
 * Shows the server's errors at their fields. Returns whether any belongs to a field of the form.
 * @param names field of the form by field of the server, if they differ
 */
export function atFields<Values extends object>(
  form: UseFormReturnType<Values>,
  error: unknown,
  names: Record<string, string> = {},
): boolean {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields
    .map(([name, problem]) => [names[name] ?? name, problem] as const)
    .filter(([name]) => name in form.getValues());
  if (known.length > 0) form.setErrors(Object.fromEntries(known));
  return known.length > 0;
}

/** Translates a form's errors when the language changes. Errors from the server stay unchanged. */
export function useLanguageOfErrors<Values extends object>(form: UseFormReturnType<Values>): void {
  const { language } = useLanguage();
  const revalidate = useEffectEvent(() => {
    for (const name of Object.keys(form.errors)) if (!form.isValid(name)) form.validateField(name);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the language changes
  useEffect(() => revalidate(), [language]);
}

/** For a form's onSubmit: focuses the first invalid field after a failed validation. */
export function focusFirstError(
  _errors: unknown,
  _values: unknown,
  event?: { currentTarget: unknown },
): void {
  if (event?.currentTarget instanceof HTMLFormElement) focusInvalid(event.currentTarget);
}

// On a busy page, fields are marked as invalid several frames after the refusal.
const MAX_FRAMES = 60;

/** Focuses the first invalid field, once it is marked. */
export function focusInvalid(form: HTMLFormElement | null, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    // A form in a table row has its fields in other cells.
    const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLElement);
    const invalid = fields.find((field) => field.ariaInvalid === 'true');
    if (invalid) invalid.focus();
    else if (frames > 0) focusInvalid(form, frames - 1);
  });
}
