// The open case of the inbox. Each kind loads its own part.
import type { StaffPayment } from '@godwit/contract/staff/payments';
import type { Adjustment } from '@godwit/contract/staff/teams';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AlertRow } from '../payments/AlertRow.tsx';
import { useRefreshPayments } from '../payments/refunds.ts';
import { InlineDocuments } from '../reviews/inlineDocuments.ts';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import type { Kind, useInbox } from './useInbox.ts';

const IdentityCase = lazyPart(() => import('../reviews/IdentityCase.tsx'), 'IdentityCase');
const SenderRequest = lazyPart(() => import('../reviews/SenderRequest.tsx'), 'SenderRequest');
const OpenRegistration = lazyPart(() => import('../registrations/Registration.tsx'), 'OpenRegistration');
const SlipCase = lazyPart(() => import('../reviews/SlipCase.tsx'), 'SlipCase');
const HoldRow = lazyPart(() => import('../teams/Holds.tsx'), 'HoldRow');
const AdjustmentRow = lazyPart(() => import('../adjustments/AdjustmentRow.tsx'), 'AdjustmentRow');
const PaymentRow = lazyPart(() => import('../payments/PaymentRow.tsx'), 'PaymentRow');

type Props = { kind: Kind; id: string; items: ReturnType<typeof useInbox> };

export function OpenItem(props: Props) {
  return (
    <InlineDocuments value>
      <Suspense fallback={<Skeleton height={320} radius="md" aria-busy="true" />}>
        <Case {...props} />
      </Suspense>
    </InlineDocuments>
  );
}

function Case({ kind, id, items: { items, isLoading } }: Props) {
  const t = useText();
  switch (kind) {
    case 'identity':
      return <IdentityCase id={id} />;
    case 'sender_ids':
      return <SenderRequest id={id} />;
    case 'slips':
      return <SlipCase id={id} />;
    case 'registrations':
      return <OpenRegistration id={id} />;
  }
  const item = items.find((one) => one.kind === kind && one.id === id);
  if (isLoading && !item) return <Skeleton height={160} radius="md" aria-busy="true" />;
  return (
    <Card>
      {item?.kind === 'holds' ? <HoldRow hold={item.row} /> : null}
      {item?.kind === 'adjustments' ? <AdjustmentCase adjustment={item.row} /> : null}
      {item?.kind === 'refunds' ? <RefundCase payment={item.row} /> : null}
      {item?.kind === 'alerts' ? <AlertRow alert={item.row} /> : null}
      {item ? null : <EmptyState text={t('staff.inbox.gone')} />}
    </Card>
  );
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
