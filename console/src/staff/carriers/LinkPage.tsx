// A carrier link, at `/staff/carriers/{id}`: its state, curves, and the codes by which its carrier refuses.
import { type CarrierLinkAnswer, LINK_CURVES, type LinkCounts } from '@godwit/contract/staff/operations';
import { Box, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { oneOf, useAddress } from '../../components/list/useAddress.ts';
import { formatCount } from '../../format.ts';
import { explanation } from '../../text/explanation/en.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { carrierQuery } from '../api/system.ts';
import { staffCarriers } from '../carriersText.ts';
import { staffPaths } from '../paths.ts';
import { gridOf, StackLead, StaffPage, useBack } from '../shell/StaffPage.tsx';
import { Trend, type TrendSpan } from '../status/Trend.tsx';
import { age } from '../status/tables.tsx';
import { staffStatus } from '../statusText.ts';
import { LinkCard, LinkFacts, PauseButton, WarningList } from './LinkCard.tsx';
import { usePauseDialog } from './usePauseDialog.tsx';

const SPANS = ['hour', 'two_days'] as const;
const parse = (params: URLSearchParams) => ({ span: oneOf(SPANS, params.get('span')) ?? 'hour' });

function LinkPage() {
  const t = useText();
  const { id = '' } = useParams();
  const back = useBack(staffPaths.carriers);
  const { data, error, refetch } = useQuery(carrierQuery(id));
  const { state, change } = useAddress(parse, { isPart: true });
  const [ask, question] = usePauseDialog();
  if (!data) {
    const missing = { text: t('staff.carriers.missing'), back: t('staff.nav.carriers'), to: back };
    return (
      <StaffPage title={id} back={back}>
        {error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} missing={missing} />
        ) : (
          <Skeleton height={640} radius="md" aria-busy="true" />
        )}
      </StaffPage>
    );
  }
  return (
    <StaffPage
      title={id}
      back={back}
      actions={<PauseButton link={data.link} variant="outline" onAsk={() => ask(data.link)} />}
    >
      <Stack gap={40}>
        <LinkCard link={data.link}>
          <LinkFacts link={data.link} />
          <WarningList link={data.link} />
        </LinkCard>
        <Section
          title={t('staff.carriers.traffic')}
          actions={
            <SegmentedControl
              aria-label={t('staff.carriers.span')}
              data={[
                { value: 'hour', label: t('staff.carriers.hour') },
                { value: 'two_days', label: t('staff.carriers.twoDays') },
              ]}
              value={state.span}
              onChange={(span) => change({ span: oneOf(SPANS, span) ?? 'hour' })}
            />
          }
        >
          <Curves steps={data[state.span]} stepSeconds={LINK_CURVES[state.span].step_seconds} />
        </Section>
        <Section title={t('staff.carriers.refusedTitle')} text={t('staff.carriers.refusedText')}>
          <Refusals refusals={data.refusals} />
        </Section>
      </Stack>
      {question}
    </StaffPage>
  );
}

const SECONDS_A_MINUTE = 60;
const CURVES = ['submitted', 'taken', 'delivered', 'failed', 'refused', 'throttled'] as const;

/** A curve without any of them would only take space. */
const TROUBLES: ReadonlySet<string> = new Set(['failed', 'refused', 'throttled']);
const WHOLE_LINE = { gridColumn: '1 / -1' } as const;

type CurvesProps = { steps: readonly LinkCounts[]; stepSeconds: number };

/** Messages a minute, and the delay of receipts. The last step is not over, so it is left out. */
function Curves({ steps, stepSeconds }: CurvesProps) {
  const t = useText();
  const whole = steps.slice(0, -1);
  const stepMs = stepSeconds * 1_000;
  const until = whole.at(-1)?.at;
  const span: TrendSpan = { stepMs, spanMs: stepMs * Math.max(1, whole.length - 1), until };
  const minutes = stepSeconds / SECONDS_A_MINUTE;
  const delays = whole.flatMap(({ at, receipt_seconds: value }) => (value === null ? [] : [{ at, value }]));
  const isShown = (name: (typeof CURVES)[number]) =>
    !TROUBLES.has(name) || whole.some((step) => step[name] > 0);
  const none = CURVES.filter((name) => !isShown(name)).map((name) => t(`staff.carriers.${name}`));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing={16}>
      {CURVES.filter(isShown).map((name) => {
        const points = whole.map((step) => ({ at: step.at, value: step[name] / minutes }));
        return (
          <Trend
            key={name}
            title={t(`staff.carriers.${name}`)}
            points={points}
            now={points.at(-1)?.value ?? 0}
            write={(value) => t('staff.carriers.perMinute', { count: round(value) })}
            span={span}
          />
        );
      })}
      <Box style={WHOLE_LINE}>
        <Trend
          title={t('staff.carriers.delay')}
          points={delays}
          now={delays.at(-1)?.value ?? 0}
          write={(value) => age(value, t)}
          span={span}
        />
      </Box>
      {none.length > 0 ? (
        <Text c="dimmed" style={WHOLE_LINE}>
          {t('staff.carriers.none', { which: none.join(', ') })}
        </Text>
      ) : null}
    </SimpleGrid>
  );
}

const round = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

type Row = CarrierLinkAnswer['refusals'][number];

function meaningOf({ meaning, status }: Row, t: Translate): string {
  return meaning ?? (status ? t(`explain.means.${status}`) : t('field.none'));
}

function Refusals({ refusals }: { refusals: Row[] }) {
  const t = useText();
  const columns: Column<Row>[] = [
    {
      id: 'code',
      head: t('staff.carriers.code'),
      cell: ({ code }) => code ?? t('staff.carriers.otherCodes'),
    },
    { id: 'meaning', head: t('staff.carriers.meaning'), cell: (row) => meaningOf(row, t) },
    {
      id: 'count',
      head: t('staff.carriers.count'),
      cell: ({ count }) => formatCount(count),
      align: 'right',
    },
  ];
  const [, ...others] = columns;
  const rest = gridOf(others);
  return (
    <DataTable
      label={t('staff.carriers.refusedTitle')}
      columns={columns}
      rows={refusals}
      rowKey={({ code }) => code ?? ''}
      stackBelow="48em"
      empty={<EmptyState text={t('staff.carriers.refusedNone')} />}
      stacked={(row) => (
        <>
          <StackLead>{row.code ?? t('staff.carriers.otherCodes')}</StackLead>
          {rest(row)}
        </>
      )}
    />
  );
}

export default withTexts(LinkPage, { ...explanation, ...staffCarriers, ...staffStatus });
