// Gives a part of a payment back, with a reason; what is beyond one person waits for a second.
import { refundRequest, type StaffPayment } from '@godwit/contract/staffPayments';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import { useSchemaForm } from '../../components/useSubmit.ts';
import { formatMoney } from '../../format.ts';
import { randomUuid } from '../../randomUuid.ts';
import { useText } from '../../text/useText.ts';
import { askRefund } from '../api/payments.ts';
import { leftOf, useRefreshPayments, useRefundResult } from './refunds.ts';

/** `payment` stays while the dialog fades out. */
type Props = Opening & { payment: StaffPayment | null };

export function RefundDialog({ payment, opened, onClose }: Props) {
  const t = useText();
  const title = payment ? t('staff.refund.title', { team: payment.team.name }) : '';
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {payment ? <RefundForm payment={payment} onClose={onClose} /> : null}
    </Dialog>
  );
}

function RefundForm({ payment, onClose }: { payment: StaffPayment; onClose: () => void }) {
  const t = useText();
  const refresh = useRefreshPayments();
  const tell = useRefundResult();
  const { id, currency, provider, order_id: order } = payment;
  // The key is of this opening: however often the form is sent, it is one refund.
  const [initialValues] = useState(() => ({ amount: '', reason: '', key: randomUuid() }));
  const { form, ...sending } = useSchemaForm({
    schema: refundRequest,
    initialValues,
    call: async ({ amount, reason, key }) => {
      const newer = await askRefund(id, { amount: amount.trim(), reason: reason.trim(), key });
      refresh();
      tell(newer, key);
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t(`staff.refund.${provider}`, { order })}
      action={t('staff.refund.open')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.refund.amount', { currency })}
        description={t('staff.refund.hint', { left: formatMoney(leftOf(payment), currency) })}
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
