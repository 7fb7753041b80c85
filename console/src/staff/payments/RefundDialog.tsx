// Refunds a part of a payment, with a reason. Large refunds wait for a second person.
import { refundRequest, type StaffPayment } from '@godwit/contract/staff/payments';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { formatMoney } from '../../format.ts';
import { randomUuid } from '../../randomUuid.ts';
import { useText } from '../../text/useText.ts';
import { requestRefund } from '../api/payments.ts';
import { typedAmount } from '../shell/typedAmount.ts';
import { type Charge, leftOf, textOf, useRefreshPayments, useRefundResult } from './refunds.ts';

/** `further` is the further charge to refund, or null for the credited one. */
type Refunded = { payment: StaffPayment; further: Charge | null };

export function RefundDialog({ opened, onClose, ...refunded }: Opening & Refunded) {
  const t = useText();
  const title = t('staff.refund.title', { team: refunded.payment.team.name });
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <RefundForm {...refunded} onClose={onClose} />
    </Dialog>
  );
}

function RefundForm({ payment, further, onClose }: Refunded & { onClose: () => void }) {
  const t = useText();
  const refresh = useRefreshPayments();
  const report = useRefundResult();
  const { id, currency } = payment;
  // The key stays the same while the dialog is open, so repeated submissions make one refund.
  const [initialValues] = useState(() => ({ amount: '', reason: '', key: randomUuid() }));
  const { form, ...sending } = useSchemaForm({
    schema: refundRequest,
    initialValues,
    call: async ({ amount, reason, key }) => {
      const newer = await requestRefund(id, {
        ...{ amount: amount.trim(), reason: reason.trim(), key },
        ...(further && { charge: further.charge }),
      });
      refresh();
      report(newer, key);
      onClose();
    },
    once: true,
    inPlace: true,
  });
  const typed = typedAmount(form.values.amount);
  return (
    <DialogForm
      {...sending}
      text={textOf(t, payment, further?.charge ?? null)}
      action={
        typed === null
          ? t('staff.refund.open')
          : t('staff.refund.amountOf', { amount: formatMoney(typed, currency) })
      }
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.refund.amount', { currency })}
        description={t('staff.refund.hint', { left: formatMoney(leftOf(payment, further), currency) })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        {...form.getInputProps('amount')}
      />
      <Textarea
        label={t('field.reason')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
