// Confirms a staff action, and asks for a reason if one is recorded.
import { reasonRequest } from '@godwit/contract/staff/accounts';
import { Textarea } from '@mantine/core';
import { type GetInputPropsReturnType, schemaResolver } from '@mantine/form';
import type { ReactNode } from 'react';
import { type Question, useConfirm } from '../../components/dialog/Confirm.tsx';
import { useText } from '../../text/useText.ts';

const check = schemaResolver(reasonRequest, { sync: true });

/** `call` gets the reason, which is empty unless `asksReason` is set. */
export type ReasonQuestion = Omit<Question, 'busyLabel' | 'reason'> & { asksReason?: boolean };

/** Returns `ask` and the dialog to render. */
export function useReasonConfirm(): [ask: (asking: ReasonQuestion) => void, dialog: ReactNode] {
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
