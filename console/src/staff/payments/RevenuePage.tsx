// Revenue by month and region, at `/staff/revenue`: a curve and a table per region, and an export.
import type { RevenueRow } from '@godwit/contract/staff/payments';
import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DownloadButton, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { Filters } from '../../components/list/List.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { oneOf, useAddress } from '../../components/list/useAddress.ts';
import { formatCount, formatMoney, formatYearMonth } from '../../format.ts';
import { Curve } from '../../pages/home/Curve.tsx';
import { Swatch } from '../../pages/home/Swatch.tsx';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { openRevenue, revenueQuery } from '../api/payments.ts';
import { staffPayments } from '../paymentsText.ts';
import { staffRevenue } from '../revenueText.ts';
import { gridOf, StackLead, StaffPage } from '../shell/StaffPage.tsx';
import { byRegion, type Month, type RegionRevenue } from './revenue.ts';

const PERIODS = ['12', '24', '36'] as const;
const parse = (params: URLSearchParams) => ({ months: oneOf(PERIODS, params.get('months')) ?? '12' });

function RevenuePage() {
  const t = useText();
  const { state, change } = useAddress(parse);
  const months = Number(state.months);
  const found = useQuery(revenueQuery(months * 2));
  const download = useDownload();
  const source = { file: 'revenue.csv', open: (signal: AbortSignal) => openRevenue(months, signal) };
  return (
    <StaffPage
      title={t('staff.nav.revenue')}
      actions={
        <DownloadButton download={download} source={source}>
          {t('action.export')}
        </DownloadButton>
      }
    >
      <DownloadLine download={download} />
      <Filters>
        <Select
          aria-label={t('staff.revenue.period')}
          data={PERIODS.map((count) => ({ value: count, label: t('staff.revenue.months', { count }) }))}
          value={state.months}
          onChange={(value) => change({ months: oneOf(PERIODS, value) ?? '12' })}
        />
      </Filters>
      <Regions found={found} months={months} />
      <Text fz={13} c="dimmed" mt={24} maw={640}>
        {t('staff.revenue.text')}
      </Text>
    </StaffPage>
  );
}

type Found = { data: RevenueRow[] | undefined; error: Error | null; refetch: () => unknown };

function Regions({ found: { data, error, refetch }, months }: { found: Found; months: number }) {
  const t = useText();
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} radius="md" />;
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState text={t('staff.revenue.empty')} />
      </Card>
    );
  }
  return (
    <Stack gap={40}>
      {byRegion(data, months, new Date().toISOString()).map((one) => (
        <Region key={one.region} {...one} />
      ))}
    </Stack>
  );
}

function Region({ region, currency, rows, months }: RegionRevenue) {
  const t = useText();
  const money = (amount: number) => formatMoney(amount, currency);
  const title = t('staff.revenue.region', { region: t(`region.${region}`), currency });
  const columns = useColumns(currency);
  const restOf = gridOf(columns.slice(1));
  const words = ({ month, net, monthBefore, netBefore }: Month) =>
    t('staff.revenue.read', {
      month: monthLabel(month),
      net: money(net),
      monthBefore: monthLabel(monthBefore),
      netBefore: money(netBefore),
    });
  const points = months.map((one) => ({
    label: monthLabel(one.month),
    value: one.net,
    before: one.netBefore,
    words: words(one),
  }));
  const hasBefore = months.some(({ netBefore }) => netBefore > 0);
  return (
    <Section title={title}>
      <Card p={{ base: 16, xs: '20px 24px' }} mb={16}>
        <Text c="dimmed" fw={500}>
          {t('staff.revenue.net')}
        </Text>
        <Group gap="4px 24px" justify="space-between" mb={16} fz={13}>
          <Text fz={20} lh="28px" fw={600} lts="-0.01em">
            {money(months.reduce((sum, { net }) => sum + net, 0))}
          </Text>
          {hasBefore ? (
            <Group gap={8} wrap="nowrap" c="dimmed">
              <Swatch part="previous" />
              <span>{t('staff.revenue.before', { count: months.length })}</span>
            </Group>
          ) : null}
        </Group>
        <Curve points={points} label={title} />
      </Card>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={({ month }) => month}
        empty={<EmptyState text={t('staff.revenue.empty')} />}
        stacked={(row) => (
          <>
            <StackLead>{monthLabel(row.month)}</StackLead>
            {restOf(row)}
          </>
        )}
      />
    </Section>
  );
}

const monthLabel = (month: string): string => formatYearMonth(`${month}-01`);

function useColumns(currency: string): Column<RevenueRow>[] {
  const t = useText();
  const money = (
    id: 'amount' | 'tax' | 'total' | 'refunded' | 'charged_back',
    head: string,
  ): Column<RevenueRow> => ({
    id,
    head,
    cell: (row) => formatMoney(row[id], currency),
    align: 'right',
  });
  return [
    { id: 'month', head: t('staff.revenue.month'), cell: ({ month }) => monthLabel(month) },
    {
      id: 'payments',
      head: t('staff.payments.title'),
      cell: ({ payments }) => formatCount(payments),
      align: 'right',
    },
    money('total', t('staff.revenue.total')),
    money('tax', t('staff.tax.title')),
    money('amount', t('staff.revenue.amount')),
    money('refunded', t('staff.revenue.refunded')),
    money('charged_back', t('staff.revenue.chargedBack')),
  ];
}

export default withTexts(RevenuePage, { ...staffPayments, ...staffRevenue });
