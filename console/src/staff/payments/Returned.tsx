// A refund or a charge-back below its payment: how far it is, who asked, and the decision of the second person.
import type { Refund, StaffPayment } from '@godwit/contract/staffPayments';
import { Box, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toastSuccess } from '../../components/toast.ts';
import { formatInstant, formatMoney, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { confirmRefund, rejectRefund, settleRefund } from '../api/payments.ts';
import { useMay } from '../shell/StaffPage.tsx';
import type { Asking } from '../shell/useAsk.tsx';
import { isByHand, useRefundResult } from './refunds.ts';

type Props = {
  refund: Refund;
  payment: StaffPayment;
  onAsk: (asking: Asking) => void;
  refresh: () => void;
};

export function Returned({ refund, payment, onAsk, refresh }: Props) {
  const t = useText();
  const may = useMay();
  const { kind, status, reason, asked_by: by, decided_by: decider } = refund;
  const at = formatInstant(refund.created_at);
  const { currency, provider } = payment;
  const isWaiting = status === 'ASKED';
  const mustBeMade = kind === 'REFUND' && status === 'DONE' && isByHand(provider);
  return (
    <Box component="li" pl={12} style={{ borderLeft: '2px solid var(--edge)' }}>
      <Text>
        {t(`staff.payments.${kind}`, {
          total: formatMoney(refund.total, currency),
          credit: formatPrice(refund.credit, currency),
        })}
      </Text>
      <Text {...(isWaiting || refund.may_settle ? { c: 'var(--warning)' } : {})}>
        {refund.may_settle ? t('staff.returns.unanswered') : t(`staff.returns.${status}`)}
      </Text>
      {mustBeMade ? <Text>{t(`staff.refund.byHand.${provider}`)}</Text> : null}
      {reason ? <Quiet>{t('staff.adjustments.because', { reason })}</Quiet> : null}
      <Quiet>{by ? t('staff.returns.asked', { by, at }) : at}</Quiet>
      {decider ? <Quiet>{t('staff.returns.decidedBy', { by: decider })}</Quiet> : null}
      {isWaiting && may('money') ? <Decision {...{ refund, payment, onAsk, refresh }} /> : null}
      {refund.may_settle && may('money') ? <Settle {...{ refund, payment, onAsk, refresh }} /> : null}
    </Box>
  );
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Text fz={13} c="dimmed">
    {children}
  </Text>
);

function Decision({ refund, payment, onAsk, refresh }: Props) {
  const t = useText();
  const tell = useRefundResult();
  if (!refund.may_decide) return <Quiet>{t('staff.adjustments.notYours')}</Quiet>;
  const { id } = refund;
  const { team, currency, provider, order_id: order } = payment;
  const named = { amount: formatMoney(refund.total, currency), team: team.name };
  const confirm = () =>
    onAsk({
      title: t('staff.refunds.confirmTitle', named),
      text: t(`staff.refund.${provider}`, { order }),
      action: t('staff.confirm'),
      onLost: refresh,
      call: async () => {
        const newer = await confirmRefund(id);
        refresh();
        tell(newer, id);
      },
    });
  const reject = () =>
    onAsk({
      title: t('staff.refunds.rejectTitle', named),
      text: t('staff.refunds.rejectText', named),
      action: t('staff.reject'),
      asksReason: true,
      onLost: refresh,
      call: async (reason) => {
        await rejectRefund(id, reason);
        refresh();
        toastSuccess(t('staff.refunds.rejectedDone'));
      },
    });
  return (
    <Group gap={12} mt={8}>
      <Button
        variant="outline"
        color="red"
        aria-label={t('staff.refunds.rejectNamed', named)}
        onClick={reject}
      >
        {t('staff.reject')}
      </Button>
      <Button variant="outline" aria-label={t('staff.refunds.confirmNamed', named)} onClick={confirm}>
        {t('staff.confirm')}
      </Button>
    </Group>
  );
}

/** What the provider's own pages say of a refund that it has not answered. */
function Settle({ refund: { id, total }, payment: { team, currency }, onAsk, refresh }: Props) {
  const t = useText();
  const named = { amount: formatMoney(total, currency), team: team.name };
  const ask = (outcome: 'made' | 'notMade') => () =>
    onAsk({
      title: t(`staff.settle.${outcome}.title`, named),
      text: t(`staff.settle.${outcome}.text`, named),
      action: t(`staff.settle.${outcome}`),
      asksReason: true,
      onLost: refresh,
      call: async (reason) => {
        await settleRefund(id, { made: outcome === 'made', reason });
        refresh();
        toastSuccess(t(`staff.settle.${outcome}.done`, named));
      },
    });
  return (
    <Group gap={12} mt={8}>
      {(['notMade', 'made'] as const).map((outcome) => (
        <Button
          key={outcome}
          variant="outline"
          aria-label={t(`staff.settle.${outcome}.named`, named)}
          onClick={ask(outcome)}
        >
          {t(`staff.settle.${outcome}`)}
        </Button>
      ))}
    </Group>
  );
}
