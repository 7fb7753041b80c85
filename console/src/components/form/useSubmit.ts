// Calls that change something: once at a time, and one place for what they are refused with.
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { isLost, waitWords, wordsFor } from '../../api/errors.ts';
import { queryClient } from '../../api/queryClient.ts';
import { toastError } from '../toast/toast.ts';
import { atFields, checkBy, focusFault, focusFirstError, useLanguageOfErrors } from './errors.ts';

type Action<Values> = {
  /** Performs the call; resolves when everything is done. */
  call: (values: Values) => Promise<unknown>;
  /** Deals with a refusal that has its own words; true if it did. Every other one is a toast. */
  onError?: ((error: unknown) => boolean) | undefined;
  /**
   * The control that started it disappears after a success. It stays busy until then, so a second press does
   * nothing.
   */
  once?: boolean;
  /**
   * A Failure of the form, not a toast, shows problems that may be retried unchanged (no answer, a fault of
   * the server, too early).
   */
  inPlace?: boolean;
};

/**
 * Gives `run`, which does nothing while the work of an earlier press goes on, `busy` for the button, and
 * `failure` for the message in place, until the next press or `clearFailure`.
 */
export function useAction<Values = void>({ call, onError, once = false, inPlace = false }: Action<Values>) {
  const [failure, setFailure] = useState<string | null>(null);
  // State changes with a later render; two presses can come before it.
  const running = useRef(false);
  const { mutate, isPending, isSuccess } = useMutation(
    {
      mutationFn: call,
      onError: (error) => {
        if (onError?.(error)) return;
        if (inPlace && (isLost(error) || waitWords(error) !== null)) setFailure(wordsFor(error));
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
 * Gives `submit` for the form's onSubmit, `busy` for its button, and `failure`. The server's sentences land
 * at their fields; what is typed stays whatever happens.
 */
export function useSubmit<Values extends object>({ form, names, onError, ...action }: Submit<Values>) {
  const submitted = useRef<HTMLFormElement>(null);
  const { run, ...state } = useAction({
    ...action,
    onError(error) {
      if (onError?.(error)) return true;
      const isAtFields = atFields(form, error, names);
      if (isAtFields) focusFault(submitted.current);
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
  schema: Parameters<typeof checkBy>[0];
  initialValues: Values;
};

/** A form that a schema of the contract checks, with what useSubmit gives for it. */
export function useSchemaForm<Values extends object>({
  schema,
  initialValues,
  ...action
}: SchemaForm<Values>) {
  const form = useForm({ initialValues, validate: checkBy(schema) });
  return { form, ...useSubmit({ form, ...action }) };
}
