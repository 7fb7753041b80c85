// A refund or charge-back below its payment: its status, the requester, and the decision of a second person.
import type { Refund, StaffPayment } from '@godwit/contract/staff/payments';
import { Box, Button, Group, Text } from '@mantine/core';
import { formatInstant, formatMoney, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { confirmRefund, rejectRefund, settleRefund } from '../api/payments.ts';
import { Countersign } from '../shell/Countersign.tsx';
import { Quiet } from '../shell/Quiet.tsx';
import { useReport } from '../shell/report.ts';
import { useMay } from '../shell/StaffPage.tsx';
import type { ReasonQuestion } from '../shell/useReasonConfirm.tsx';
import { isByHand, textOf, useRefundResult } from './refunds.ts';

type Props = {
  refund: Refund;
  payment: StaffPayment;
  onAsk: (asking: ReasonQuestion) => void;
  refresh: () => void;
};

export function Returned({ refund, payment, onAsk, refresh }: Props) {
  const t = useText();
  const may = useMay();
  const { kind, status, reason, asked_by: by, decided_by: decider } = refund;
  const at = formatInstant(refund.created_at);
  const { currency, provider } = payment;
  const total = formatMoney(refund.total, currency);
  const isWaiting = status === 'ASKED';
  const mustBeMade = kind === 'REFUND' && status === 'DONE' && isByHand(provider);
  return (
    <Box component="li" pl={12} style={{ borderLeft: '2px solid var(--edge)' }}>
      <Text>
        {refund.charge === null
          ? t(`staff.payments.${kind}`, { total, credit: formatPrice(refund.credit, currency) })
          : t(`staff.payments.${kind}.further`, { total, charge: refund.charge })}
      </Text>
      <Text {...(isWaiting || refund.may_settle ? { c: 'var(--warning)' } : {})}>
        {refund.may_settle ? t('staff.returns.unanswered') : t(`staff.returns.${status}`)}
      </Text>
      {mustBeMade ? <Text>{t(`staff.refund.byHand.${provider}`)}</Text> : null}
      {reason ? <Quiet>{t('staff.adjustments.because', { reason })}</Quiet> : null}
      <Quiet>{by ? t('staff.returns.asked', { by, at }) : at}</Quiet>
      {decider ? <Quiet>{t('staff.returns.decidedBy', { by: decider })}</Quiet> : null}
      {isWaiting && may('money') ? (
        <Group mt={8}>
          <Decision {...{ refund, payment, onAsk, refresh }} />
        </Group>
      ) : null}
      {refund.may_settle && may('money') ? <Settle {...{ refund, payment, onAsk, refresh }} /> : null}
    </Box>
  );
}

function Decision({ refund, payment, onAsk, refresh }: Props) {
  const t = useText();
  const reportRefund = useRefundResult();
  const report = useReport();
  const { id } = refund;
  const { team, currency } = payment;
  const named = { amount: formatMoney(refund.total, currency), team: team.name };
  return (
    <Countersign
      mayDecide={refund.may_decide}
      confirm={{
        label: t('staff.refunds.confirm', named),
        named: t('staff.refunds.confirmNamed', named),
        title: t('staff.refunds.confirmTitle', named),
        text: textOf(t, payment, refund.charge),
        call: async () => {
          const newer = await confirmRefund(id);
          refresh();
          reportRefund(newer, id);
        },
      }}
      reject={{
        label: t('staff.refunds.reject', named),
        named: t('staff.refunds.rejectNamed', named),
        title: t('staff.refunds.rejectTitle', named),
        text: t('staff.refunds.rejectText', named),
        call: async (reason) => {
          await rejectRefund(id, reason);
          refresh();
          report(t('staff.refunds.rejectedDone'));
        },
      }}
      onAsk={onAsk}
      refresh={refresh}
    />
  );
}

/** Enters the outcome of a refund that the provider has not reported, as seen in the provider's dashboard. */
function Settle({ refund: { id, total }, payment: { team, currency }, onAsk, refresh }: Props) {
  const t = useText();
  const report = useReport();
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
        report(t(`staff.settle.${outcome}.done`, named));
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
