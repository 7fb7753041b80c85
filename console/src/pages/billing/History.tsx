// All payments of the team, newest first. A successful payment has a receipt.
import type { Payment, PaymentStatus } from '@godwit/contract/payments/payments';
import { Anchor, Box, Button, Center, Group, Text } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { openReceipt, paymentsQuery } from '../../api/billing.ts';
import { type Download, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { List } from '../../components/list/List.tsx';
import { Moment } from '../../components/Moment.tsx';
import { formatDay, formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { translate } from '../../text/translate.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { type Column, Lines } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { methodLabel } from './labels.ts';

const STATUS_PILLS = {
  SUCCEEDED: { tone: 'success', icon: IconCheck },
  PENDING: { tone: 'neutral', icon: IconClock },
  FAILED: { tone: 'danger', icon: IconX },
} as const satisfies Record<PaymentStatus, object>;

export function PaymentPill({ status }: { status: PaymentStatus }) {
  const t = useText();
  return <Pill {...STATUS_PILLS[status]}>{t(`payments.${status}`)}</Pill>;
}

export function History() {
  const t = useText();
  const download = useDownload();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(paymentsQuery);
  return (
    <>
      <DownloadLine download={download} />
      <List
        label={t('billing.history')}
        found={{ data: data && { results: data.pages.flat() }, error, refetch }}
        rowKey={({ id }) => id}
        columns={columnsOf(t, download)}
        stacked={(payment) => <StackedPayment payment={payment} download={download} />}
        empty={t('payments.empty')}
      />
      {hasNextPage ? (
        <Center mt={16}>
          <Button variant="outline" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('payments.older')}
          </Button>
        </Center>
      ) : null}
    </>
  );
}

function columnsOf(t: Translate, download: Download): Column<Payment>[] {
  return [
    { id: 'date', head: t('field.date'), cell: ({ created_at }) => <Moment instant={created_at} row /> },
    { id: 'method', head: t('payments.method'), cell: (payment) => <Lines>{methodLabel(t, payment)}</Lines> },
    {
      id: 'status',
      head: t('field.status'),
      cell: (payment) => (
        <Lines>
          <PaymentPill status={payment.status} />
          <Failure payment={payment} />
        </Lines>
      ),
    },
    {
      id: 'amount',
      head: t('payments.amount'),
      cell: (payment) => (
        <Lines>
          <Amount payment={payment} />
          <AmountDetails payment={payment} />
        </Lines>
      ),
      align: 'right',
    },
    {
      id: 'receipt',
      head: t('payments.receipt'),
      cell: (payment) => <Receipt payment={payment} download={download} />,
      align: 'right',
    },
  ];
}

/** The reason why the payment failed. */
function Failure({ payment: { failure } }: { payment: Payment }) {
  return failure ? (
    <Text mt={4} fz={13} c="dimmed">
      {translate(failure)}
    </Text>
  ) : null;
}

/** The amount that was added to the balance. */
function Amount({ payment }: { payment: Payment }) {
  const { currency_symbol: symbol } = useTeam().region;
  return (
    <Text fw={500} style={{ whiteSpace: 'nowrap' }}>
      {formatMoney(payment.amount, symbol)}
    </Text>
  );
}

/** The total with tax if it differs, and the refunded and charged-back amounts. */
function AmountDetails({ payment }: { payment: Payment }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { amount, total, status, refunded, charged_back: chargedBack } = payment;
  const money = (sum: number) => formatMoney(sum, symbol);
  const lines = [
    status === 'SUCCEEDED' && total !== amount ? t('payments.paidTotal', { total: money(total) }) : null,
    refunded > 0 ? t('payments.refunded', { amount: money(refunded) }) : null,
    chargedBack > 0 ? t('payments.chargedBack', { amount: money(chargedBack) }) : null,
  ].filter((line) => line !== null);
  return lines.map((line) => (
    <Text key={line} fz={13} c="dimmed">
      {line}
    </Text>
  ));
}

function Receipt({ payment, download }: { payment: Payment; download: Download }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  if (payment.status !== 'SUCCEEDED') return null;
  const day = payment.created_at.slice(0, 10);
  return (
    <Anchor
      component="button"
      type="button"
      aria-label={t('payments.receiptOf', {
        date: formatDay(payment.created_at),
        amount: formatMoney(payment.amount, symbol),
      })}
      onClick={() => download.start({ file: `receipt-${day}.pdf`, open: openReceipt(payment.id) })}
    >
      PDF
    </Anchor>
  );
}

function StackedPayment({ payment, download }: { payment: Payment; download: Download }) {
  const t = useText();
  return (
    <Box>
      <Group justify="space-between" align="baseline" wrap="nowrap" gap={12}>
        <Moment instant={payment.created_at} row />
        <Amount payment={payment} />
      </Group>
      <Text fz={13} c="dimmed">
        {methodLabel(t, payment)}
      </Text>
      <AmountDetails payment={payment} />
      <Group justify="space-between" mt={8}>
        <PaymentPill status={payment.status} />
        <Receipt payment={payment} download={download} />
      </Group>
      <Failure payment={payment} />
    </Box>
  );
}
