// The top of Home: the range of the page, a summary in sentences, the balance, and four figures compared to
// the previous range.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import type { Overview, Summary } from '@godwit/contract/stats';
import {
  Anchor,
  Box,
  Button,
  Flex,
  type FlexProps,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { overviewQuery, summaryQuery } from '../../api/stats.ts';
import { topUpPath } from '../../components/frame/TopUp.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { RangePicker } from '../../components/list/RangePicker.tsx';
import type { Days } from '../../days.ts';
import { formatCount, formatDisplayed, formatMoney, formatPercent } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay, useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { buttonFor } from '../../ui/richText.tsx';
import {
  type Compared,
  FIGURES,
  figuresOf,
  isManyTimes,
  isNew,
  isSumOf,
  percentChange,
  titleOf,
  toneOf,
} from './figures.ts';
import { formatSpan, formatSpanWithYear, formatUntil } from './graph.ts';
import { sentencesOf } from './summary.ts';

type Props = {
  project: ProjectSummary;
  mode: Mode;
  days: Days;
  onDays: (days: Days) => void;
  onFailures: () => void;
};

export function FiguresSection({ project, mode, days, onDays, onFailures }: Props) {
  const filter = { project_id: project.id, mode, ...days };
  const overview = useQuery(overviewQuery(filter));
  const summary = useQuery(summaryQuery(filter));
  const { data } = overview;
  return (
    <section>
      <Group gap="8px 16px" mb={16} style={{ '--range-width': '192px' }}>
        <RangePicker days={days} timezone={project.timezone} onChange={onDays} />
        {data ? <ComparedDates overview={data} timezone={project.timezone} /> : null}
      </Group>
      {summary.isError && !summary.data ? (
        // If the figures fail too, their error below is enough: it retries both requests.
        data && (
          <Box mb={16}>
            <LoadFailed error={summary.error} onRetry={() => summary.refetch()} />
          </Box>
        )
      ) : (
        <SummaryText
          summary={summary.data}
          mode={mode}
          days={days}
          dim={summary.isPlaceholderData}
          onFailures={onFailures}
        />
      )}
      <Flex direction={{ base: 'column', lg: 'row' }} gap={{ base: 12, xs: 16 }}>
        <BalanceCard w={{ lg: 304 }} />
        {overview.isError && !data ? (
          <Box flex={1}>
            <LoadFailed
              error={overview.error}
              onRetry={() => Promise.all([overview.refetch(), summary.refetch()])}
            />
          </Box>
        ) : (
          <FigureCards
            overview={data}
            summary={summary.data}
            mode={mode}
            timezone={project.timezone}
            dim={overview.isPlaceholderData}
          />
        )}
      </Flex>
    </section>
  );
}

/** Shows the selected range and the range it is compared to. */
function ComparedDates({ overview, timezone }: { overview: Overview; timezone: string }) {
  const t = useText();
  const strong = (chunks: ReactNode) => (
    <Text key="b" component="b" fw={500} c="var(--text)" display={{ base: 'block', xs: 'inline' }}>
      {chunks}
    </Text>
  );
  return (
    <Text c="dimmed" aria-live="polite">
      {t.rich('home.compared', {
        b: strong,
        until: formatUntil(overview, timezone),
        current: formatSpanWithYear(overview.current_from, overview.current_to),
        previous: formatSpanWithYear(overview.prev_from, overview.prev_to),
      })}
    </Text>
  );
}

type CardsProps = {
  overview: Overview | undefined;
  summary: Summary | undefined;
  mode: Mode;
  timezone: string;
  dim: boolean;
};

function FigureCards({ overview, summary, mode, timezone, dim }: CardsProps) {
  const t = useText();
  const { region } = useTeam();
  const figures = overview && figuresOf(overview);
  return (
    <SimpleGrid flex={1} cols={{ base: 2, sm: 4 }} spacing={{ base: 12, xs: 16 }}>
      {FIGURES.map((kind) => {
        const { name, isMoney, moreIsGood } = kind;
        const figure = figures?.[name];
        return (
          <Card key={name} p={{ base: 16, xs: 20 }} aria-busy={!figure || dim}>
            <Title order={2} size="h4" fw={500} lts={0} c="dimmed">
              {t(titleOf(kind, mode))}
            </Title>
            {figure && overview ? (
              <Box opacity={dim ? 0.5 : 1}>
                <Figure>
                  {isMoney
                    ? formatMoney(figure.current, region.currency_symbol)
                    : formatCount(figure.current)}
                </Figure>
                <Change figure={figure} moreIsGood={moreIsGood} />
                <Text mt={4} size="xs" c="dimmed">
                  {t('home.versus', {
                    previous: formatSpan(overview.prev_from, overview.prev_to),
                    until: formatUntil(overview, timezone),
                  })}
                </Text>
                {name === 'outgoing_sms_undelivered' && isSumOf(figure.current, summary) ? (
                  <Text mt={4} size="xs" c="dimmed">
                    {t('home.undeliveredParts', { failed: summary.failed, waiting: summary.waiting })}
                  </Text>
                ) : null}
              </Box>
            ) : (
              <Stack gap={12} mt={8}>
                <Skeleton height={28} width="60%" />
                <Skeleton height={14} width="40%" />
                <Skeleton height={12} width="80%" />
              </Stack>
            )}
          </Card>
        );
      })}
    </SimpleGrid>
  );
}

function Figure({ children }: { children: string }) {
  return (
    <Text
      my="4px 12px"
      fz={{ base: 24, xs: 28 }}
      lh={{ base: '32px', xs: '36px' }}
      fw={600}
      lts="-0.015em"
      style={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Text>
  );
}

const TONES = { good: 'var(--success)', bad: 'var(--danger)', none: 'dimmed' };

function Change({ figure, moreIsGood }: { figure: Compared; moreIsGood: boolean | null }) {
  const t = useText();
  const percent = percentChange(figure);
  const tone = toneOf(percent, moreIsGood);
  const Arrow = percent > 0 ? IconArrowUpRight : IconArrowDownRight;
  const changeText = () => {
    if (isManyTimes(figure)) return t('home.changeManyTimes');
    return isNew(figure)
      ? t('home.changeFromNone', { percent: formatPercent(percent) })
      : formatPercent(percent);
  };
  return (
    <Flex component="p" align="center" gap={4} fz={13} fw={600} c={TONES[tone]} data-tone={tone}>
      {percent === 0 ? null : <Arrow size={14} aria-hidden="true" />}
      {changeText()}
    </Flex>
  );
}

// The team's balance. It is the only dark card, because LIVE messages need a balance.
export function BalanceCard({ w }: Pick<FlexProps, 'w'>) {
  const t = useText();
  const team = useTeam();
  const mayPay = useMay('billing');
  return (
    <Flex
      component="section"
      direction="column"
      flex="none"
      w={w}
      mih={150}
      p="20px 24px"
      bd="1px solid var(--balance)"
      bdrs={8}
      bg="var(--balance)"
      c="#ffffff"
    >
      <Title order={2} size="h4" fw={500} lts={0} c="var(--bar-quiet)">
        {t('home.balance')}
      </Title>
      <Text my="4px 16px" fz={28} lh="36px" fw={600} lts="-0.015em">
        <Anchor component={Link} to={paths.billing} inherit fw={600} c="inherit" underline="hover">
          {formatDisplayed(team.display_balance, team.region.currency_symbol)}
        </Anchor>
      </Text>
      <Group mt="auto" gap={12} wrap="nowrap" justify="space-between">
        <Text fz={13} c="var(--bar-quiet)" style={{ overflowWrap: 'anywhere' }}>
          {team.name}
        </Text>
        {mayPay ? <TopUpButton /> : null}
      </Group>
    </Flex>
  );
}

// White in the light theme. White is too bright for the dark theme, which uses the colour of primary buttons.
function TopUpButton() {
  const t = useText();
  return (
    <Button
      component={Link}
      to={topUpPath}
      size="xs"
      flex="none"
      bg="light-dark(#ffffff, var(--primary-fill))"
      c="light-dark(var(--balance), var(--primary-on))"
    >
      {t('action.topUp')}
    </Button>
  );
}

type SummaryProps = {
  summary: Summary | undefined;
  mode: Mode;
  days: Days;
  dim: boolean;
  /** Opens the failure reasons. */
  onFailures: () => void;
};

/** States how many messages were delivered and how fast, how many failed, and how long the balance lasts. */
function SummaryText({ summary, mode, days, dim, onFailures }: SummaryProps) {
  const t = useText();
  const { balance } = useTeam();
  if (!summary) return <Skeleton height={24} width="72%" mb={16} />;
  const period = t('home.period', {
    range: 'range' in days ? days.range : 'custom',
    days: formatSpanWithYear(summary.current_from, summary.current_to),
  });
  return (
    <Text fz={16} lh="24px" mb={16} maw="104ch" opacity={dim ? 0.5 : 1} style={{ textWrap: 'pretty' }}>
      {sentencesOf(summary, mode, balance).map(({ id, values }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ' '}
          {t.rich(id, {
            ...values,
            period,
            within: values.unit ? t('home.time', values) : '',
            why: buttonFor(onFailures),
          })}
        </Fragment>
      ))}
    </Text>
  );
}
