// Shows validation errors at the fields of a form.
import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useLanguage } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';

/** Makes a form's validation from a schema of the contract, with translated errors. */
export function checkBy(schema: Parameters<typeof schemaResolver>[0]): (values: unknown) => FormErrors {
  const check = schemaResolver(schema, { sync: true });
  return (values) => {
    const errors = Object.entries(check(values as Record<string, unknown>));
    return Object.fromEntries(errors.map(([name, words]) => [name, translate(String(words))]));
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
    .map(([name, words]) => [names[name] ?? name, words] as const)
    .filter(([name]) => name in form.getValues());
  if (known.length > 0) form.setErrors(Object.fromEntries(known));
  return known.length > 0;
}

/** Translates a form's errors when the language changes. Errors from the server stay unchanged. */
export function useLanguageOfErrors<Values extends object>(form: UseFormReturnType<Values>): void {
  const { language } = useLanguage();
  const sayAgain = useEffectEvent(() => {
    for (const name of Object.keys(form.errors)) if (!form.isValid(name)) form.validateField(name);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the language changes
  useEffect(() => sayAgain(), [language]);
}

/** For a form's onSubmit: focuses the first invalid field after a failed validation. */
export function focusFirstError(
  _errors: unknown,
  _values: unknown,
  event?: { currentTarget: unknown },
): void {
  if (event?.currentTarget instanceof HTMLFormElement) focusFault(event.currentTarget);
}

// On a busy page, fields are marked as invalid several frames after the refusal.
const MOST_FRAMES = 60;

/** Focuses the first invalid field, once it is marked. */
export function focusFault(form: HTMLFormElement | null, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    // A form in a table row has its fields in other cells.
    const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLElement);
    const fault = fields.find((field) => field.ariaInvalid === 'true');
    if (fault) fault.focus();
    else if (frames > 0) focusFault(form, frames - 1);
  });
}
