// Balance adjustments and refunds that need a second person, and earlier adjustments, at
// `/staff/adjustments`.
import { ADJUSTMENT_STATUSES } from '@godwit/contract/staff/teams';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parsePage, useAddress } from '../../components/list/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { adjustmentsQuery } from '../api/teams.ts';
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
        <SegmentedControl
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
      <Suspense fallback={null}>{status === 'PENDING' ? <PendingRefunds /> : null}</Suspense>
      {question}
    </StaffPage>
  );
}

const PendingRefunds = lazyPart(() => import('./PendingRefunds.tsx'), 'PendingRefunds');

export default withTexts(AdjustmentsPage, staffPayments);
