// The usage of a month, by project and sending method, and the month's statement.
import type { Statement } from '@godwit/contract/payments/billing';
import { Button, Flex, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { billingQuery, openStatement, statementQuery } from '../../api/billing.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { buttonStateOf, type Download, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { oneOf, useAddress } from '../../components/list/useAddress.ts';
import { formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { Invoice, Sum } from './Invoice.tsx';
import { monthLabel, monthsUpTo } from './labels.ts';

// The chart is loaded only on this part of Billing.
const SpendCard = lazyPart(() => import('./SpendCard.tsx'), 'SpendCard');

const MONTHS = 12;

export function UsagePart() {
  const t = useText();
  const { data, error, refetch } = useQuery(billingQuery);
  const months = data ? monthsUpTo(data.month, MONTHS) : [];
  const { state, change } = useAddress(
    (params) => ({ month: oneOf(months, params.get('month')) ?? months[0] ?? '' }),
    { isPart: true },
  );
  if (error && !data)
    return <LoadFailed error={error} text={t('billing.usageFailed')} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCard heights={[24, 40, 40, 80]} />;
  const { month } = state;
  return (
    <Stack gap={24}>
      <Invoice
        key={month}
        month={month}
        title={t('billing.usage')}
        side={
          <Select
            w={160}
            aria-label={t('billing.month')}
            data={months.map((value) => ({ value, label: monthLabel(value) }))}
            value={month}
            onChange={(next) => next && change({ month: next })}
            allowDeselect={false}
          />
        }
      />
      <Suspense fallback={<LoadingCard heights={[24, 184, 40]} />}>
        <SpendCard key={`spend ${month}`} month={month} />
      </Suspense>
      {data.months.includes(month) ? <StatementCard key={`statement ${month}`} month={month} /> : null}
    </Stack>
  );
}

function StatementCard({ month }: { month: string }) {
  const t = useText();
  const download = useDownload();
  const { data, error, refetch } = useQuery(statementQuery(month));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCard heights={[24, 200]} />;
  return (
    <Card>
      <Group justify="space-between" gap="12px 24px" mb={16}>
        <div>
          <CardTitle>{t('statement.title')}</CardTitle>
          <Text mt={4} c="dimmed">
            {t(data.complete ? 'statement.text' : 'statement.soFar')}
          </Text>
        </div>
        <Group gap={12}>
          <FileButton download={download} month={month} format="pdf" />
          <FileButton download={download} month={month} format="csv" />
        </Group>
      </Group>
      <DownloadLine download={download} />
      <StatementLines statement={data} />
      <Text mt={16} fz={13} c="dimmed" maw={520}>
        {t('statement.sum')}
      </Text>
    </Card>
  );
}

type FileProps = { download: Download; month: string; format: 'pdf' | 'csv' };

function FileButton({ download, month, format }: FileProps) {
  const t = useText();
  const source = { file: `statement-${month}.${format}`, open: openStatement(month, format) };
  return (
    <Button variant="outline" {...buttonStateOf(download)} onClick={() => download.start(source)}>
      {t(`statement.${format}`)}
    </Button>
  );
}

/** The signed amounts from the opening to the closing balance. Rare ones are left out if they are 0. */
function StatementLines({ statement }: { statement: Statement }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { opening, top_ups, charges, refunds, adjustments, returned, closing } = statement;
  const money = (amount: number) => formatMoney(amount === 0 ? 0 : amount, symbol);
  return (
    <Flex component="dl" direction="column" gap={12} maw={520}>
      <Sum name={t('statement.opening')}>{money(opening)}</Sum>
      <Sum name={t('statement.topUps')}>{money(top_ups)}</Sum>
      <Sum name={t('statement.charges')}>{money(-charges)}</Sum>
      <Sum name={t('statement.refunds')}>{money(refunds)}</Sum>
      {adjustments === 0 ? null : <Sum name={t('statement.adjustments')}>{money(adjustments)}</Sum>}
      {returned === 0 ? null : <Sum name={t('statement.returned')}>{money(-returned)}</Sum>}
      <Sum name={t('statement.closing')} strong>
        {money(closing)}
      </Sum>
    </Flex>
  );
}
