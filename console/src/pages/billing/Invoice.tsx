// A month's usage as an invoice: a line for each project and sending method, then the totals.
import type { Usage } from '@godwit/contract/payments/billing';
import { Flex, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usageQuery } from '../../api/billing.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatCount, formatMoney } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { CardTitle } from '../../ui/Card.tsx';
import { type Column, Cut, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

type Line = { key: string; project: string; api: string; count: number; cost: string };

type Props = {
  /** yyyy-MM. */
  month: string;
  title: string;
  /** Shown at the right of the title. */
  side: ReactNode;
};

export function Invoice({ month, title, side }: Props) {
  const t = useText();
  const { data, error, refetch } = useQuery(usageQuery(month));
  if (error && !data)
    return <LoadFailed error={error} text={t('billing.usageFailed')} onRetry={() => void refetch()} />;
  return (
    <DataTable
      label={title}
      title={
        <Group justify="space-between" gap="8px 16px">
          <CardTitle>{title}</CardTitle>
          {side}
        </Group>
      }
      rows={data && linesOf(t, data)}
      rowKey={({ key }) => key}
      columns={columnsOf(t)}
      stacked={(line) => <StackedLine line={line} />}
      stackBelow="48em"
      skeletonRows={3}
      empty={<EmptyState text={t('billing.noUsage')} />}
      footer={data ? <Sums usage={data} /> : null}
    />
  );
}

/** The lines of the invoice, sorted by project. */
function linesOf(t: Translate, { api_usage, region }: Usage): Line[] {
  return api_usage
    .flatMap(({ api_direction, api_type, projects }) =>
      projects.map(({ id, name, qty, cost }) => ({
        key: `${id} ${api_direction} ${api_type}`,
        project: name,
        api: t(api_direction === 'INCOMING' ? 'billing.incoming' : `billing.${api_type}`),
        count: qty,
        cost: formatMoney(cost, region.currency_symbol),
      })),
    )
    .sort((a, b) => a.project.localeCompare(b.project) || a.key.localeCompare(b.key));
}

function columnsOf(t: Translate): Column<Line>[] {
  return [
    {
      id: 'project',
      head: t('field.project'),
      cell: ({ project }) => (
        <Text span inherit fw={500}>
          <Cut title={project} />
        </Text>
      ),
    },
    { id: 'api', head: t('billing.api'), cell: ({ api }) => api, muted: true },
    { id: 'count', head: t('field.messages'), cell: ({ count }) => formatCount(count), align: 'right' },
    { id: 'cost', head: t('field.cost'), cell: ({ cost }) => cost, align: 'right' },
  ];
}

function StackedLine({ line: { project, api, count, cost } }: { line: Line }) {
  const t = useText();
  return (
    <Group justify="space-between" wrap="nowrap" gap={16}>
      <div style={{ minWidth: 0 }}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {project}
        </Text>
        <Text fz={13} c="dimmed">
          {api} · {t('billing.count', { count })}
        </Text>
      </div>
      <Text style={{ whiteSpace: 'nowrap' }}>{cost}</Text>
    </Group>
  );
}

function Sums({ usage: { subtotal, tax, total, region } }: { usage: Usage }) {
  const t = useText();
  const { currency_symbol: symbol } = region;
  return (
    <Stack gap={12} maw={420} ml="auto" py={8}>
      <Flex component="dl" direction="column" gap={12}>
        <Sum name={t('billing.subtotal')}>{formatMoney(subtotal, symbol)}</Sum>
        <Sum name={t('billing.taxPaid')}>{formatMoney(tax, symbol)}</Sum>
        <Sum name={t('billing.total')} strong>
          {formatMoney(total, symbol)}
        </Sum>
      </Flex>
      <Text fz={13} c="dimmed">
        {t('billing.sum')}
      </Text>
    </Stack>
  );
}

/** A name and an amount on one line; `strong` marks a total and draws a rule above it. */
export function Sum({
  name,
  strong = false,
  children,
}: {
  name: string;
  strong?: boolean;
  children: string;
}) {
  const textProps = strong ? { fw: 600, fz: 16 } : {};
  return (
    <Group
      justify="space-between"
      align="baseline"
      wrap="nowrap"
      gap={16}
      pt={strong ? 12 : 0}
      style={strong ? { borderTop: '1px solid var(--hairline)' } : undefined}
    >
      <Text component="dt" {...textProps} {...(strong ? {} : { c: 'dimmed' })}>
        {name}
      </Text>
      <Text component="dd" {...textProps} style={{ whiteSpace: 'nowrap' }}>
        {children}
      </Text>
    </Group>
  );
}
