// The question before something that cannot be taken back, or not easily.
import { Stack, Text } from '@mantine/core';
import { type FormErrors, type GetInputPropsReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { ApiError, isConflict } from '../../api/errors.ts';
import { useSubmit } from '../form/useSubmit.ts';
import { toastError } from '../toast/toast.ts';
import { Dialog, DialogForm, type Opening } from './Dialog.tsx';

export type Question = {
  title: string;
  /** The thing that stops working or is lost; then the thing that stays or comes next. */
  text: string | readonly [string, string];
  /** The verb, and the verb with an ellipsis. */
  action: string;
  busyLabel: string;
  /** Replaces 'Cancel' if that would be ambiguous. */
  cancel?: string;
  /** It can be taken back. */
  harmless?: boolean;
  /** Asks for a reason too: draws its field, and says what is wrong with one. */
  reason?: {
    field: (input: GetInputPropsReturnType) => ReactNode;
    check: (values: { reason: string }) => FormErrors;
  };
  /** Does it; the dialog closes when that is done, and stays where it failed. */
  call: (reason: string) => Promise<unknown>;
  /** Reads again the data that another person has changed; the question is over then. */
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
      // It may be pressed once more while it fades out.
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

/** Gives `ask`, and the dialog to put on the page. The question stays in sight while it fades out. */
export function useConfirm(): [ask: (question: Question) => void, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question | null>(null);
  const [opened, setOpened] = useState(false);
  function ask(next: Question): void {
    setQuestion(next);
    setOpened(true);
  }
  // There before it opens: the kit notes then where the focus was.
  const shown = question ?? { title: '', text: '', action: '', busyLabel: '', call: async () => {} };
  return [ask, <Confirm key="confirm" {...shown} opened={opened} onClose={() => setOpened(false)} />];
}
