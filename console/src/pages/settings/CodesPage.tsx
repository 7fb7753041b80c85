// One-time codes of the team, at `/settings/:id/codes`: sent and typed-in ones, and the blocks of the guard.
import type { Codes } from '@godwit/contract/codes';
import { may } from '@godwit/contract/roles';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { codesQuery, unblockPrefix } from '../../api/codes.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { countryName } from '../../countryName.ts';
import { formatCount, formatDayMonth, formatInstant, formatPercent, formatPrice } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { codeProfiles } from '../../text/codeProfiles/en.ts';
import { codes } from '../../text/codes/en.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyCard, EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import { Curve } from '../home/Curve.tsx';
import { CodeGuard } from './CodeGuard.tsx';
import { useShownProject } from './shownProject.ts';

// Loaded on its own: the page with its curve is heavy.
const CodeProfiles = lazyPart(() => import('./CodeProfiles.tsx'), 'CodeProfiles');

function CodesPage() {
  const t = useText();
  const { data, error, refetch } = useQuery(codesQuery);
  return (
    <Stack gap={24}>
      <Text maw={640} c="dimmed">
        {t('codes.intro')}
      </Text>
      {data ? (
        <Counted counted={data} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCard heights={[56, 184]} gap={24} />
      )}
      <Suspense fallback={<LoadingCard heights={[56]} gap={24} />}>
        <CodeProfiles />
      </Suspense>
      <CodeGuard />
    </Stack>
  );
}

function Counted({ counted }: { counted: Codes }) {
  const t = useText();
  const { id } = useShownProject();
  if (counted.started + counted.blocked === 0)
    return (
      <EmptyCard
        text={t('codes.none')}
        action={<WorkedExample text={t('codes.example')} code={exampleOf(id)} />}
      />
    );
  return (
    <>
      <Sums counted={counted} />
      <Countries rows={counted.countries} />
      <Blocks blocks={counted.blocks} />
    </>
  );
}

/** A call that sends a TEST code. */
const exampleOf = (projectId: string) =>
  `curl ${location.origin}/v1/verifications -u ${projectId}:TEST_KEY -d to=+94770000001 -d from=SANDBOX`;

type Counts = Pick<Codes, 'started' | 'approved'>;
const rateOf = ({ started, approved }: Counts) =>
  started === 0 ? null : formatPercent(Math.min(100, (approved / started) * 100));

function Sums({ counted }: { counted: Codes }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { started, approved, blocked, watched, cost_per_code: cost } = counted;
  const share = rateOf(counted);
  const points = counted.days.map(({ date, started, approved }) => {
    const [day, counts] = [
      formatDayMonth(date),
      { sent: formatCount(started), approved: formatCount(approved) },
    ];
    return { label: day, value: approved, before: started, words: t('codes.day', { day, ...counts }) };
  });
  return (
    <Card>
      <Facts even>
        <Fact name={t('codes.sent')}>{formatCount(started)}</Fact>
        <Fact name={t('codes.approved')}>
          {share === null ? formatCount(approved) : t('codes.share', { count: formatCount(approved), share })}
        </Fact>
        <Fact name={t('codes.refused')}>{formatCount(blocked)}</Fact>
        {watched > 0 ? <Fact name={t('codes.watched')}>{formatCount(watched)}</Fact> : null}
        {cost === null || approved === 0 ? null : (
          <Fact name={t('codes.cost')}>
            {t('codes.about', { cost: formatPrice((cost * started) / approved, symbol) })}
          </Fact>
        )}
      </Facts>
      <CardTitle mt={24}>{t('codes.byDay')}</CardTitle>
      <Text fz={13} c="dimmed" mb={16}>
        {t('codes.byDayHint')}
      </Text>
      <Curve points={points} label={t('codes.byDay')} />
    </Card>
  );
}

type Country = Codes['countries'][number];

function Countries({ rows }: { rows: Country[] }) {
  const t = useText();
  return (
    <Section title={t('codes.byCountry')}>
      <DataTable
        label={t('codes.byCountry')}
        rows={rows}
        rowKey={({ dial_code: code }) => code ?? ''}
        columns={columnsOf(t, rows)}
        stackBelow="48em"
        stacked={(row) => <StackedCountry row={row} />}
      />
    </Section>
  );
}

const nameOf = (t: Translate, { dial_code: code, countries }: Country) =>
  code === null
    ? t('codes.others')
    : t('codes.country', { country: countries.map(countryName).join(', '), code });

function columnsOf(t: Translate, rows: readonly Country[]): Column<Country>[] {
  const count = (id: 'started' | 'approved' | 'blocked' | 'watched', head: string): Column<Country> => ({
    ...{ id, head, align: 'right' },
    cell: (row) => formatCount(row[id]),
  });
  return [
    { id: 'country', head: t('codes.place'), cell: (row) => nameOf(t, row) },
    count('started', t('codes.sent')),
    count('approved', t('codes.approved')),
    { id: 'rate', head: t('codes.rate'), align: 'right', cell: (row) => rateOf(row) ?? t('field.none') },
    count('blocked', t('codes.refused')),
    ...(rows.some(({ watched }) => watched > 0) ? [count('watched', t('codes.watched'))] : []),
  ];
}

function StackedCountry({ row }: { row: Country }) {
  const t = useText();
  const [sent, approved, refused] = [row.started, row.approved, row.blocked].map(formatCount);
  return (
    <Group justify="space-between" wrap="nowrap" gap={16}>
      <div>
        <Text fw={500}>{nameOf(t, row)}</Text>
        <Text fz={13} c="dimmed">
          {t('codes.stacked', { sent: sent!, approved: approved!, refused: refused! })}
          {row.watched > 0 ? t('codes.stackedWatched', { count: formatCount(row.watched) }) : null}
        </Text>
      </div>
      <Text>{rateOf(row)}</Text>
    </Group>
  );
}

function Blocks({ blocks }: Pick<Codes, 'blocks'>) {
  const t = useText();
  const { mode } = useShownProject().code_guard;
  return (
    <Section title={t('codes.blocks')} text={t(mode === 'BLOCK' ? 'codes.blocksHint' : 'codes.notApplied')}>
      <DataTable
        label={t('codes.blocks')}
        rows={blocks}
        rowKey={({ prefix }) => prefix}
        stacked={(block) => <Block {...block} />}
        empty={<EmptyState text={t('codes.noBlocks')} />}
      />
    </Section>
  );
}

function Block({ prefix, until }: Codes['blocks'][number]) {
  const t = useText();
  const queries = useQueryClient();
  const { role } = useShownProject();
  const [confirm, dialog] = useConfirm();
  const refresh = () => queries.invalidateQueries({ queryKey: codesQuery.queryKey });
  const title = t('codes.liftOf', { prefix });
  const lift = () =>
    confirm({
      ...{ title, text: t('codes.liftText'), action: t('codes.lift'), busyLabel: t('codes.lifting') },
      harmless: true,
      call: async () => {
        queries.setQueryData(codesQuery.queryKey, await unblockPrefix(prefix));
        toastSuccess(t('codes.lifted'));
      },
      onLost: () => void refresh(),
    });
  return (
    <Group justify="space-between" gap="8px 24px">
      <Text>
        <span className="mono">+{prefix}…</span> {t('codes.until', { when: formatInstant(until) })}
      </Text>
      {may(role, 'projects') ? (
        <Button variant="subtle" size="xs" mx={-12} aria-label={title} onClick={lift}>
          {t('codes.lift')}
        </Button>
      ) : null}
      {dialog}
    </Group>
  );
}

export default withTexts(CodesPage, { ...codes, ...codeProfiles });
