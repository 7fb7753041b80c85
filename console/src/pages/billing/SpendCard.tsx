// The cost of a month's LIVE messages: a line by day, and the shares of the countries as one bar.
import type { Spend } from '@godwit/contract/payments/billing';
import { Box, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { spendQuery } from '../../api/billing.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { countryName } from '../../countryName.ts';
import { formatDayMonth, formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { Shares } from '../../ui/Shares.tsx';
import { Curve } from '../home/Curve.tsx';

export function SpendCard({ month }: { month: string }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { data, error, refetch } = useQuery(spendQuery(month));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCard heights={[24, 184, 40]} />;
  const total = data.days.reduce((sum, { cost }) => sum + cost, 0);
  // The invoice shows that the month has no messages.
  if (total === 0) return null;
  const points = data.days.map(({ date, cost }) => {
    const label = formatDayMonth(date);
    return { label, value: cost, words: `${label}: ${formatMoney(cost, symbol)}` };
  });
  return (
    <Card>
      <Group justify="space-between" align="baseline" gap="4px 16px" mb={16}>
        <CardTitle>{t('spend.title')}</CardTitle>
        <Text fz={20} lh="28px" fw={600} lts="-0.01em">
          {formatMoney(total, symbol)}
        </Text>
      </Group>
      <Curve points={points} label={t('spend.title')} />
      <Countries spend={data} />
    </Card>
  );
}

function Countries({ spend }: { spend: Spend }) {
  const t = useText();
  if (spend.countries.length === 0) return null;
  const shares = spend.countries.map(({ dial_code: code, countries, share }) => ({
    name:
      code === null
        ? t('spend.unknown')
        : t('spend.country', { country: countries.map(countryName).join(', '), code }),
    share,
  }));
  return (
    <Box mt={24}>
      <Title order={3} size="h4" lts={0} mb={12}>
        {t('spend.countries')}
      </Title>
      <Shares shares={shares} others={t('spend.others')} />
      {spend.is_all ? null : (
        <Text mt={8} fz={13} c="dimmed">
          {t('spend.sampled')}
        </Text>
      )}
    </Box>
  );
}
