// Submitting a form: once at a time, the server's sentences at their fields, everything else in one toast.
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { toastError } from './toast.ts';

type Options<Values> = {
  form: UseFormReturnType<Values>;
  /** Performs the call; resolves when everything is done. What is typed stays whatever happens. */
  call: (values: Values) => Promise<void>;
  /** Deals with a refusal that has its own words; true if it did. */
  onError?: (error: unknown) => boolean;
  /** Field of the form by field of the server, where the names differ. */
  names?: Record<string, string>;
  /** The form goes away after a success: until then it stays busy, so that a second press does nothing. */
  once?: boolean;
};

/** Gives `submit` for the form's onSubmit and `busy` for its button. */
export function useSubmit<Values extends object>({
  form,
  call,
  onError,
  names,
  once = false,
}: Options<Values>) {
  const [busy, setBusy] = useState(false);
  // State changes with the next render; two presses can come before it.
  const running = useRef(false);

  function show(error: unknown): void {
    if (onError?.(error)) return;
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const known = fields
      .map(([name, words]) => [names?.[name] ?? name, words] as const)
      .filter(([name]) => name in form.getValues());
    if (known.length === 0) toastError(error);
    else form.setErrors(Object.fromEntries(known));
  }

  const submit = form.onSubmit(async (values) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    let over = !once;
    try {
      await call(values);
    } catch (error) {
      show(error);
      over = true;
    }
    if (over) {
      running.current = false;
      setBusy(false);
    }
  }, focusFirstError);

  return { submit, busy };
}

/** After a failed check the first field at fault has the focus. */
function focusFirstError(_errors: unknown, _values: unknown, event?: { currentTarget: unknown }): void {
  const form = event?.currentTarget;
  if (!(form instanceof HTMLFormElement)) return;
  // A form in a table's row has its fields in other cells.
  requestAnimationFrame(() => {
    const fields = [...form.elements].filter((field) => field instanceof HTMLElement);
    fields.find((field) => field.ariaInvalid === 'true')?.focus();
  });
}
