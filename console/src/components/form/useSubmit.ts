// Actions that change something: one at a time, with consistent error handling.
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { errorMessage, isLost, retryAfterText } from '../../api/errors.ts';
import { queryClient } from '../../api/queryClient.ts';
import { toastError } from '../toast/toast.ts';
import { atFields, focusFirstError, focusInvalid, useLanguageOfErrors, validateBy } from './errors.ts';

type Action<Values> = {
  /** Performs the action. Resolves when everything is done. */
  call: (values: Values) => Promise<unknown>;
  /** Handles errors with a text of their own and returns whether it did. All others show a toast. */
  onError?: ((error: unknown) => boolean) | undefined;
  /**
   * The action's control disappears after a success. It stays busy until then, so a second press does
   * nothing.
   */
  once?: boolean;
  /**
   * Shows errors that allow an unchanged retry (no answer, server fault, too early) in the form's Failure
   * instead of a toast.
   */
  inPlace?: boolean;
};

/**
 * Returns `run`, `busy` for the button, and `failure` for the text in the form. `run` does nothing while an
 * earlier run is unfinished. `failure` stays until the next run or `clearFailure`.
 */
export function useAction<Values = void>({ call, onError, once = false, inPlace = false }: Action<Values>) {
  const [failure, setFailure] = useState<string | null>(null);
  // State changes only with the next render, and two presses can come before it.
  const running = useRef(false);
  const { mutate, isPending, isSuccess } = useMutation(
    {
      mutationFn: call,
      onError: (error) => {
        if (onError?.(error)) return;
        if (inPlace && (isLost(error) || retryAfterText(error) !== null)) setFailure(errorMessage(error));
        else toastError(error);
      },
      onSettled: (_done, error) => {
        running.current = once && error === null;
      },
    },
    queryClient,
  );
  function run(values: Values): void {
    if (running.current) return;
    running.current = true;
    setFailure(null);
    mutate(values);
  }
  return { run, busy: isPending || (once && isSuccess), failure, clearFailure: () => setFailure(null) };
}

type Submit<Values> = Action<Values> & {
  form: UseFormReturnType<Values>;
  /** Field of the form by field of the server, if the names differ. */
  names?: Record<string, string>;
};

/**
 * Returns `submit` for the form's onSubmit, `busy` for its button, and `failure`. Shows the server's errors
 * at their fields and never clears the input.
 */
export function useSubmit<Values extends object>({ form, names, onError, ...action }: Submit<Values>) {
  const submitted = useRef<HTMLFormElement>(null);
  const { run, ...state } = useAction({
    ...action,
    onError(error) {
      if (onError?.(error)) return true;
      const isAtFields = atFields(form, error, names);
      if (isAtFields) focusInvalid(submitted.current);
      return isAtFields;
    },
  });
  useLanguageOfErrors(form);
  const send = (values: Values, event?: FormEvent<HTMLFormElement>) => {
    submitted.current = event?.currentTarget ?? null;
    run(values);
  };
  return { submit: form.onSubmit(send, focusFirstError), ...state };
}

type SchemaForm<Values> = Omit<Submit<Values>, 'form'> & {
  schema: Parameters<typeof validateBy>[0];
  initialValues: Values;
};

/** A form validated by a schema of the contract, with the results of useSubmit. */
export function useSchemaForm<Values extends object>({
  schema,
  initialValues,
  ...action
}: SchemaForm<Values>) {
  const form = useForm({ initialValues, validate: validateBy(schema) });
  return { form, ...useSubmit({ form, ...action }) };
}
