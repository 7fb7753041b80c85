// Asks before staff do something, and for the reason where one is kept.
import { reasonRequest } from '@godwit/contract/staff';
import { Textarea } from '@mantine/core';
import { type GetInputPropsReturnType, schemaResolver } from '@mantine/form';
import type { ReactNode } from 'react';
import { type Question, useConfirm } from '../../components/Confirm.tsx';
import { useText } from '../../text/useText.ts';

const check = schemaResolver(reasonRequest, { sync: true });

/** `call` gets the reason, which is empty where none is asked for. */
export type Asking = Omit<Question, 'busyLabel' | 'reason'> & { asksReason?: boolean };

/** Gives `ask`, and the dialog to put on the page. */
export function useAsk(): [ask: (asking: Asking) => void, dialog: ReactNode] {
  const t = useText();
  const [ask, dialog] = useConfirm();
  const field = (input: GetInputPropsReturnType) => (
    <Textarea
      label={t('field.reason')}
      data-autofocus
      autosize
      minRows={2}
      maxRows={8}
      maxLength={500}
      {...input}
    />
  );
  const busyLabel = t('staff.action.busy');
  return [
    ({ asksReason, ...asking }) =>
      ask({ busyLabel, harmless: true, ...asking, ...(asksReason ? { reason: { field, check } } : {}) }),
    dialog,
  ];
}
