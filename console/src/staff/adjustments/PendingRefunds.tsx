// The refunds that wait for staff, below the adjustments.
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { List } from '../../components/list/List.tsx';
import { useText } from '../../text/useText.ts';
import { Section } from '../../ui/Section.tsx';
import { pendingRefundsQuery } from '../api/payments.ts';
import { PaymentRow } from '../payments/PaymentRow.tsx';
import { useRefreshPayments } from '../payments/refunds.ts';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';

/** Refunds that need a second person or an outcome entered by staff. Hidden if there are none. */
export function PendingRefunds() {
  const t = useText();
  const found = useQuery(pendingRefundsQuery);
  const [ask, question] = useReasonConfirm();
  const refresh = useRefreshPayments();
  const isEmpty = found.data?.length === 0;
  return (
    <>
      {isEmpty || found.isPending ? null : (
        <Box mt={40}>
          <Section title={t('staff.refunds.title')}>
            <List
              label={t('staff.refunds.title')}
              found={{ ...found, data: found.data && { results: found.data } }}
              rowKey={({ id }) => id}
              stacked={(payment) => <PaymentRow payment={payment} withTeam onAsk={ask} refresh={refresh} />}
              empty={t('staff.adjustments.empty')}
            />
          </Section>
        </Box>
      )}
      {question}
    </>
  );
}
