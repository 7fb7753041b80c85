// The open case of a kind that is decided in the row of its list.
import type { StaffPayment } from '@godwit/contract/staff/payments';
import type { Adjustment } from '@godwit/contract/staff/teams';
import { AdjustmentRow } from '../adjustments/AdjustmentRow.tsx';
import { AlertRow } from '../payments/AlertRow.tsx';
import { PaymentRow } from '../payments/PaymentRow.tsx';
import { useRefreshPayments } from '../payments/refunds.ts';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { HoldRow } from '../teams/Holds.tsx';
import type { Item } from './useInbox.ts';

export function RowCase({ item }: { item: Item }) {
  switch (item.kind) {
    case 'holds':
      return <HoldRow hold={item.row} />;
    case 'adjustments':
      return <AdjustmentCase adjustment={item.row} />;
    case 'refunds':
      return <RefundCase payment={item.row} />;
    case 'alerts':
      return <AlertRow alert={item.row} />;
    default:
      return null;
  }
}

function AdjustmentCase({ adjustment }: { adjustment: Adjustment }) {
  const [ask, question] = useReasonConfirm();
  return (
    <>
      <AdjustmentRow adjustment={adjustment} onAsk={ask} />
      {question}
    </>
  );
}

function RefundCase({ payment }: { payment: StaffPayment }) {
  const [ask, question] = useReasonConfirm();
  const refresh = useRefreshPayments();
  return (
    <>
      <PaymentRow payment={payment} withTeam onAsk={ask} refresh={refresh} />
      {question}
    </>
  );
}
