// Shows validation errors at the fields of a form.
import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useLanguage } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';

/** Makes the check of a form: a schema of the contract, its sentences in the language that is shown. */
export function checkBy(schema: Parameters<typeof schemaResolver>[0]): (values: unknown) => FormErrors {
  const check = schemaResolver(schema, { sync: true });
  return (values) => {
    const errors = Object.entries(check(values as Record<string, unknown>));
    return Object.fromEntries(errors.map(([name, words]) => [name, translate(String(words))]));
  };
}

/**
 * Puts the server's sentences at their fields; true if any is about one.
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

/**
 * Shows the problems of a form again in each language that is chosen later. The server's sentences stay as
 * they are.
 */
export function useLanguageOfErrors<Values extends object>(form: UseFormReturnType<Values>): void {
  const { language } = useLanguage();
  const sayAgain = useEffectEvent(() => {
    for (const name of Object.keys(form.errors)) if (!form.isValid(name)) form.validateField(name);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is shown
  useEffect(() => sayAgain(), [language]);
}

/** For a form's onSubmit: after a failed check the first field at fault has the focus. */
export function focusFirstError(
  _errors: unknown,
  _values: unknown,
  event?: { currentTarget: unknown },
): void {
  if (event?.currentTarget instanceof HTMLFormElement) focusFault(event.currentTarget);
}

// If the page is busy, the marks of a refusal come some frames after it.
const MOST_FRAMES = 60;

/** Gives the focus to the first field at fault, once it is marked. */
export function focusFault(form: HTMLFormElement | null, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    // A form in a table's row has its fields in other cells.
    const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLElement);
    const fault = fields.find((field) => field.ariaInvalid === 'true');
    if (fault) fault.focus();
    else if (frames > 0) focusFault(form, frames - 1);
  });
}
