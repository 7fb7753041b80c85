// Balance adjustments and refunds that need a second person, and earlier adjustments, at
// `/staff/adjustments`.
import { ADJUSTMENT_STATUSES } from '@godwit/contract/staff/teams';
import { Box, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parsePage, useAddress } from '../../components/list/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Section } from '../../ui/Section.tsx';
import { pendingRefundsQuery } from '../api/payments.ts';
import { adjustmentsQuery } from '../api/teams.ts';
import { PaymentRow } from '../payments/PaymentRow.tsx';
import { useRefreshPayments } from '../payments/refunds.ts';
import { staffPayments } from '../paymentsText.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { AdjustmentRow } from './AdjustmentRow.tsx';

const parse = (params: URLSearchParams) => ({
  status: oneOf(ADJUSTMENT_STATUSES, params.get('status')) ?? 'PENDING',
  ...parsePage(params),
});

function AdjustmentsPage() {
  const t = useText();
  const { state, change } = useAddress(parse);
  const { status } = state;
  const found = useQuery(adjustmentsQuery(state));
  const [ask, question] = useReasonConfirm();
  return (
    <StaffPage title={t('staff.nav.adjustments')}>
      <Filters>
        <Select
          aria-label={t('field.status')}
          data={ADJUSTMENT_STATUSES.map((one) => ({ value: one, label: t(`staff.adjustments.${one}`) }))}
          value={status}
          onChange={(value) => change({ status: oneOf(ADJUSTMENT_STATUSES, value) ?? 'PENDING' })}
        />
      </Filters>
      <List
        label={t('staff.nav.adjustments')}
        found={found}
        paging={{ state, change }}
        rowKey={({ id }) => id}
        stacked={(one) => <AdjustmentRow adjustment={one} onAsk={ask} />}
        empty={t(status === 'PENDING' ? 'staff.adjustments.empty' : 'staff.list.empty')}
      />
      {status === 'PENDING' ? <PendingRefunds /> : null}
      {question}
    </StaffPage>
  );
}

/** Refunds that need a second person or an outcome entered by staff. Hidden if there are none. */
function PendingRefunds() {
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

export default withTexts(AdjustmentsPage, staffPayments);
