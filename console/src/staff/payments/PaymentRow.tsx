// One payment: its amount, team, method and tax, and its refunds and charge-backs.
import type { StaffPayment } from '@godwit/contract/staff/payments';
import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Moment } from '../../components/Moment.tsx';
import { formatInstant, formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { staffPaths } from '../paths.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useHere, useMay } from '../shell/StaffPage.tsx';
import type { ReasonQuestion } from '../shell/useReasonConfirm.tsx';
import { Returned } from './Returned.tsx';
import { type Charge, leftOf } from './refunds.ts';

type Props = {
  payment: StaffPayment;
  /** Also shows the team. */
  withTeam?: boolean;
  /** Opens the refund form. Omit it to offer no refunds. */
  onRefund?: (payment: StaffPayment, further: Charge | null) => void;
  onAsk: (asking: ReasonQuestion) => void;
  /** Reloads everything that a decision changes. */
  refresh: () => void;
};

export function PaymentRow({ payment, withTeam = false, onRefund, onAsk, refresh }: Props) {
  const t = useText();
  const may = useMay();
  const here = useHere();
  const { team, currency, provider, created_at: at, order_id: order, reference } = payment;
  const money = (amount: number) => formatMoney(amount, currency);
  const amount = money(payment.amount);
  const mayRefund = may('money') && !payment.own_team && payment.status === 'SUCCEEDED';
  const refund = mayRefund ? onRefund : undefined;
  return (
    <Group justify="space-between" align="flex-start" gap="16px 24px">
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group align="center" gap="4px 12px">
          <Text component="strong" size="lg" fw={600}>
            {amount}
          </Text>
          <PaymentState status={payment.status} />
          {withTeam ? (
            <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
              {team.name}
            </Anchor>
          ) : null}
        </Group>
        <Group gap="0 12px" my={4}>
          <span>
            {t('staff.payments.method', {
              provider: t(`staff.provider.${provider}`),
              card: payment.card_last_4 ?? 'none',
            })}
          </span>
          <Text span c="dimmed">
            <Moment instant={at} />
          </Text>
        </Group>
        <Quiet>
          {t(payment.status === 'SUCCEEDED' ? 'staff.payments.paid' : 'staff.payments.asked', {
            total: money(payment.total),
            tax: money(payment.tax),
            percentage: payment.tax_percentage,
          })}
        </Quiet>
        <Quiet>
          {t('staff.payments.order', {
            order,
            reference: reference === null || reference === order ? 'none' : reference,
          })}
        </Quiet>
        {payment.failure ? <Text c="var(--danger)">{payment.failure}</Text> : null}
        <FurtherCharges payment={payment} onRefund={refund} />
        <Returns {...{ payment, onAsk, refresh }} />
      </Box>
      {refund ? (
        <RefundButton
          payment={payment}
          further={null}
          named={(left) => t('staff.refund.upToNamed', { left, amount, at: formatInstant(at) })}
          onRefund={refund}
        />
      ) : null}
    </Group>
  );
}

type RefundProps = {
  payment: StaffPayment;
  further: Charge | null;
  /** The name for screen readers, which also tells which payment. */
  named: (left: string) => string;
  onRefund: NonNullable<Props['onRefund']>;
};

/** Names the largest possible refund. Quiet, because each payment of a list has one. */
function RefundButton({ payment, further, named, onRefund }: RefundProps) {
  const t = useText();
  const rest = leftOf(payment, further);
  if (rest <= 0) return null;
  const left = formatMoney(rest, payment.currency);
  return (
    <Button variant="subtle" mx={-12} aria-label={named(left)} onClick={() => onRefund(payment, further)}>
      {t('staff.refund.upTo', { left })}
    </Button>
  );
}

/** Repeated charges for the same order. They are not in the balance and must be refunded. */
function FurtherCharges({
  payment,
  onRefund,
}: Pick<Props, 'payment'> & { onRefund: Props['onRefund'] | undefined }) {
  const t = useText();
  return payment.further_charges.map((further) => {
    const { charge, total } = further;
    const named = { total: formatMoney(total, payment.currency), charge };
    return (
      <Group key={charge} gap="8px 24px" mt={12}>
        <Text c="var(--warning)">{t('staff.payments.further', named)}</Text>
        {onRefund ? (
          <RefundButton
            payment={payment}
            further={further}
            named={(left) => t('staff.refund.upToFurther', { left, charge })}
            onRefund={onRefund}
          />
        ) : null}
      </Group>
    );
  });
}

function Returns({ payment, onAsk, refresh }: Pick<Props, 'payment' | 'onAsk' | 'refresh'>) {
  const t = useText();
  if (payment.returns.length === 0) return null;
  return (
    <Box component="ul" mt={12} display="grid" style={{ gap: 12 }} aria-label={t('staff.payments.returns')}>
      {payment.returns.map((refund) => (
        <Returned key={refund.id} {...{ refund, payment, onAsk, refresh }} />
      ))}
    </Box>
  );
}

const LOOKS = {
  PENDING: { tone: 'neutral', icon: IconClock },
  SUCCEEDED: { tone: 'success', icon: IconCheck },
  FAILED: { tone: 'danger', icon: IconX },
} as const;

function PaymentState({ status }: Pick<StaffPayment, 'status'>) {
  const t = useText();
  return <Pill {...LOOKS[status]}>{t(`staff.payments.${status}`)}</Pill>;
}
