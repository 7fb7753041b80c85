// The payments of a team on its page, the newest first, with what can be given back of them.
import type { StaffPayment } from '@godwit/contract/staffPayments';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { List } from '../../components/List.tsx';
import { later } from '../../components/later.ts';
import { parsePage, useAddress } from '../../components/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { Section } from '../../ui/Section.tsx';
import { teamPaymentsQuery } from '../api/payments.ts';
import { useAsk } from '../shell/useAsk.tsx';
import { PaymentRow } from './PaymentRow.tsx';
import { useRefreshPayments } from './refunds.ts';

const RefundDialog = later(async () => (await import('./RefundDialog.tsx')).RefundDialog);

export function TeamPayments({ teamId }: { teamId: string }) {
  const t = useText();
  const { state, change } = useAddress(parsePage, { prefix: 'payments-' });
  const found = useQuery(teamPaymentsQuery(teamId, state));
  const [ask, question] = useAsk();
  const refresh = useRefreshPayments();
  // What was last chosen; stays while the dialog fades out.
  const [refunded, setRefunded] = useState<StaffPayment | null>(null);
  const [isOpen, setOpen] = useState(false);
  function open(payment: StaffPayment): void {
    setRefunded(payment);
    setOpen(true);
  }
  return (
    <Section title={t('staff.payments.title')}>
      <List
        label={t('staff.payments.title')}
        found={found}
        paging={{ state, change }}
        rowKey={({ id }) => id}
        stacked={(payment) => <PaymentRow payment={payment} onRefund={open} onAsk={ask} refresh={refresh} />}
        skeletonRows={3}
        empty={t('staff.payments.empty')}
      />
      {question}
      {refunded ? (
        <Suspense fallback={null}>
          <RefundDialog payment={refunded} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}
