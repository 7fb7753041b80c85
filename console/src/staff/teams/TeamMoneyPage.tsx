// The payments and the ledger of a team, at `/staff/teams/{id}/money`.
import type { StaffPayment } from '@godwit/contract/staff/payments';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { List } from '../../components/list/List.tsx';
import { parsePage, useAddress } from '../../components/list/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Section } from '../../ui/Section.tsx';
import { teamPaymentsQuery } from '../api/payments.ts';
import { PaymentRow } from '../payments/PaymentRow.tsx';
import { type Charge, useRefreshPayments } from '../payments/refunds.ts';
import { staffPayments } from '../paymentsText.ts';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { useTeam } from './useTeam.ts';

function TeamMoneyPage() {
  const { id, currency } = useTeam();
  return (
    <Stack gap={40}>
      <TeamPayments teamId={id} />
      <Suspense fallback={<Skeleton height={320} radius="md" aria-busy="true" />}>
        <Ledger teamId={id} currency={currency} />
      </Suspense>
    </Stack>
  );
}

const Ledger = lazyPart(() => import('./Ledger.tsx'), 'Ledger');
const RefundDialog = lazyPart(() => import('../payments/RefundDialog.tsx'), 'RefundDialog');

/** The payments of a team, newest first, with refunds. */
function TeamPayments({ teamId }: { teamId: string }) {
  const t = useText();
  const { state, change } = useAddress(parsePage, { prefix: 'payments-' });
  const found = useQuery(teamPaymentsQuery(teamId, state));
  const [ask, question] = useReasonConfirm();
  const refresh = useRefreshPayments();
  // The last choice stays rendered while the dialog fades out.
  const [refunded, setRefunded] = useState<{ payment: StaffPayment; further: Charge | null } | null>(null);
  const [isOpen, setOpen] = useState(false);
  function open(payment: StaffPayment, further: Charge | null): void {
    setRefunded({ payment, further });
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
          <RefundDialog {...refunded} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}

export default withTexts(TeamMoneyPage, staffPayments);
