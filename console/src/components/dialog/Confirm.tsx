// The confirmation of an action that cannot be undone easily.
import { Stack, Text } from '@mantine/core';
import { type FormErrors, type GetInputPropsReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { ApiError, isConflict } from '../../api/errors.ts';
import { useSubmit } from '../form/useSubmit.ts';
import { toastError } from '../toast/toast.ts';
import { Dialog, DialogForm, type Opening } from './Dialog.tsx';

export type Question = {
  title: string;
  /** The loss or effect of the action, then the thing that stays or follows. */
  text: string | readonly [string, string];
  /** The verb, and the verb with an ellipsis while busy. */
  action: string;
  busyLabel: string;
  /** Replaces 'Cancel' if that would be ambiguous. */
  cancel?: string;
  /** For actions that can be undone. */
  harmless?: boolean;
  /** Also asks for a reason: renders its field and validates it. */
  reason?: {
    field: (input: GetInputPropsReturnType) => ReactNode;
    check: (values: { reason: string }) => FormErrors;
  };
  /** Performs the action. The dialog closes if it succeeds and stays open if it fails. */
  call: (reason: string) => Promise<unknown>;
  /** Reloads data that someone else has changed. The dialog then closes. */
  onLost?: () => void;
};

export function Confirm({ opened, onClose, onExited, ...question }: Opening & Question) {
  const { title, text, action, busyLabel, cancel, harmless = false, reason, call, onLost } = question;
  const [first, second] = typeof text === 'string' ? [text] : text;
  const form = useForm({ initialValues: { reason: '' }, validate: (values) => reason?.check(values) ?? {} });
  const { submit, busy, failure, clearFailure } = useSubmit({
    form,
    inPlace: true,
    call: async (values) => {
      // The button can still be pressed while the dialog fades out.
      if (!opened) return;
      await call(values.reason.trim());
      onClose();
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && error.status === 404;
      if (!onLost || !(isGone || isConflict(error))) return false;
      toastError(error);
      onLost();
      onClose();
      return true;
    },
  });
  function exited(): void {
    form.reset();
    clearFailure();
    onExited?.();
  }
  return (
    <Dialog opened={opened} onClose={onClose} onExited={exited} title={title} locked={busy}>
      <DialogForm
        submit={submit}
        busy={busy}
        failure={failure}
        action={action}
        busyLabel={busyLabel}
        danger={!harmless}
        onCancel={() => busy || onClose()}
        cancel={cancel}
      >
        <Stack gap={8} style={{ overflowWrap: 'anywhere' }}>
          <Text>{first}</Text>
          {second === undefined ? null : <Text c="dimmed">{second}</Text>}
        </Stack>
        {reason?.field(form.getInputProps('reason'))}
      </DialogForm>
    </Dialog>
  );
}

/**
 * Returns `ask`, which opens the dialog, and the dialog to render. The question stays visible while the
 * dialog fades out.
 */
export function useConfirm(): [ask: (question: Question) => void, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question | null>(null);
  const [opened, setOpened] = useState(false);
  function ask(next: Question): void {
    setQuestion(next);
    setOpened(true);
  }
  // Rendered before it opens, because Mantine then remembers the focused element.
  const shown = question ?? { title: '', text: '', action: '', busyLabel: '', call: async () => {} };
  // No key: a page may render several of these dialogs side by side, and their keys would clash.
  const dialog = <Confirm {...shown} opened={opened} onClose={() => setOpened(false)} />;
  return [ask, dialog];
}
