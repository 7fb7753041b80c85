// The result of a campaign: three figures that filter its recipients, the deliveries over time, the reasons
// why some were not reached, and its cost and responses.
import type { Campaign, CampaignResult } from '@godwit/contract/campaigns/campaigns';
import { failureSentence, SKIP_REASONS } from '@godwit/contract/campaigns/rules';
import { Anchor, Box, Flex, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { campaignResultQuery } from '../../api/campaigns.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import classes from './CampaignResult.module.css';
import { formatDuration, skipCounts, symbolOf, unsentCount, wholeShareOf } from './counts.ts';
import { type ChosenRecipients, parseRecipients, recipientsAddress } from './recipientsAddress.ts';

const DeliveryCurve = lazyPart(() => import('./DeliveryCurve.tsx'), 'DeliveryCurve');
const CURVE_HEIGHT = 244;

const FIGURES = [
  {
    name: 'delivered',
    label: 'status.DELIVERED',
    color: 'var(--success)',
    tab: 'messages',
    status: 'DELIVERED',
  },
  {
    name: 'sent',
    label: 'campaign.withCarrier',
    color: 'var(--primary)',
    tab: 'messages',
    status: 'SENT',
  },
  { name: 'failed', label: 'status.FAILED', color: 'var(--danger)', tab: 'messages', status: 'FAILED' },
  {
    name: 'cancelled',
    label: 'status.CANCELLED',
    color: 'var(--muted)',
    tab: 'messages',
    status: 'CANCELLED',
  },
  { name: 'waiting', label: 'campaign.waiting', color: 'var(--edge)', tab: 'messages', status: 'ACCEPTED' },
  { name: 'unsent', label: 'campaign.notSent', color: 'var(--warning)', tab: 'skipped', status: null },
] as const;

/** These are rare: they are shown only if there are any. */
const RARE: ReadonlySet<string> = new Set(['cancelled', 'waiting']);

/** The recipients by outcome. The figures add up to all of them, and each lists its recipients below. */
export function ResultFigures({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const shown = parseRecipients(params);
  const { recipients, skipped_by: skippedBy, ...outcomes } = campaign.counts;
  const cancelled = outcomes.cancelled - (skippedBy.cancelled ?? 0);
  const counts = { ...outcomes, cancelled, unsent: unsentCount(campaign) };
  return (
    <Box role="group" className={classes.figures ?? ''} aria-label={t('campaign.result')} mb={24}>
      {FIGURES.filter(({ name }) => !RARE.has(name) || counts[name] > 0).map(
        ({ name, label, color, tab, status }) => {
          const count = counts[name];
          const isShown = shown.tab === tab && shown.status === status;
          const press = () =>
            void navigate(isShown ? { search: '?tab=messages' } : recipientsAddress({ tab, status }), {
              state,
              preventScrollReset: true,
            });
          return (
            <UnstyledButton
              key={name}
              className={classes.figure ?? ''}
              aria-pressed={isShown}
              disabled={count === 0 && !isShown}
              onClick={press}
            >
              <Text span inherit display="block" fz={{ base: 13, xs: 14 }} fw={500}>
                <Box component="span" display="inline-block" w={10} h={10} mr={8} bdrs={5} bg={color} />
                {t(label)}
              </Text>{' '}
              <Text
                span
                display="block"
                fz={{ base: 24, xs: 28 }}
                lh={{ base: '32px', xs: '36px' }}
                fw={600}
                lts="-0.01em"
              >
                {formatCount(count)}
              </Text>{' '}
              <Text span display="block" fz={13} c={isShown ? 'inherit' : 'dimmed'}>
                {t('campaign.share', { share: wholeShareOf(count, recipients) })}
              </Text>
            </UnstyledButton>
          );
        },
      )}
    </Box>
  );
}

/** The deliveries over time, and the reasons why some recipients were not reached. */
export function Deliveries({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const found = useQuery(campaignResultQuery(campaign));
  const { data, error } = found;
  const median = data?.median_seconds;
  return (
    <Stack gap="var(--gap)" miw={0}>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void found.refetch()} />
      ) : (
        <Card aria-busy={!data || found.isPlaceholderData}>
          <Group justify="space-between" align="baseline" gap="4px 16px" mb={8}>
            <CardTitle>{t('campaign.curve')}</CardTitle>
            {median == null ? null : (
              <Text fz={13} c="dimmed">
                {t('campaign.median', { time: formatDuration(median) })}
              </Text>
            )}
          </Group>
          {data ? <Curve campaign={campaign} result={data} /> : <Skeleton height={CURVE_HEIGHT} />}
        </Card>
      )}
      <Reasons campaign={campaign} failures={data?.failures ?? []} />
    </Stack>
  );
}

function Curve({ campaign, result: { deliveries } }: { campaign: Campaign; result: CampaignResult }) {
  const t = useText();
  const { started_at, created_at, counts } = campaign;
  if (deliveries.points.length === 0) {
    return <Text c="dimmed">{t(counts.delivered > 0 ? 'campaign.curveGone' : 'campaign.curveNone')}</Text>;
  }
  return (
    <>
      <Suspense fallback={<Skeleton height={CURVE_HEIGHT} />}>
        <DeliveryCurve startedAt={started_at ?? created_at} deliveries={deliveries} />
      </Suspense>
      {deliveries.later > 0 ? (
        <Text mt={8} fz={13} c="dimmed">
          {t('campaign.curveLater', { count: deliveries.later })}
        </Text>
      ) : null}
    </>
  );
}

type Reason = { sentence: string; count: number; chosen: Partial<ChosenRecipients> };

function Reasons({ campaign, failures }: { campaign: Campaign; failures: CampaignResult['failures'] }) {
  const t = useText();
  const failed = failures.map(({ reason, count }) => ({
    sentence: failureSentence(reason),
    count,
    chosen: { tab: 'messages', status: 'FAILED', failure: reason } as const,
  }));
  const unsent = skipCounts(campaign.counts.skipped_by).map(({ reason, count }) => ({
    sentence: SKIP_REASONS[reason],
    count,
    chosen: { tab: 'skipped', skip: reason } as const,
  }));
  if (failed.length + unsent.length === 0) return null;
  return (
    <Card>
      <CardTitle>{t('campaign.reasons')}</CardTitle>
      <ReasonList title={t('status.FAILED')} reasons={failed} />
      <ReasonList title={t('campaign.notSent')} reasons={unsent} />
    </Card>
  );
}

/** Each reason lists its recipients below. */
function ReasonList({ title, reasons }: { title: string; reasons: readonly Reason[] }) {
  const { state } = useLocation();
  if (reasons.length === 0) return null;
  return (
    <>
      <Text component="h3" mt={16} mb={4} fz={13} fw={500} c="dimmed">
        {title}
      </Text>
      <ul aria-label={title}>
        {reasons.map(({ sentence, count, chosen }) => (
          <Flex
            component="li"
            key={sentence}
            className="ruled"
            justify="space-between"
            align="baseline"
            gap={16}
            py={8}
          >
            <Anchor component={Link} inherit to={recipientsAddress(chosen)} state={state}>
              {translate(sentence)}
            </Anchor>
            <Text span inherit fw={600}>
              {formatCount(count)}
            </Text>
          </Flex>
        ))}
      </ul>
    </>
  );
}

/** The cost, and how many recipients wrote or opted out. */
export function Response({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { data } = useQuery(campaignResultQuery(campaign));
  const symbol = symbolOf(campaign, useTeam().region);
  const { cost, counts, mode } = campaign;
  const price = (amount: number) => formatPrice(amount, symbol);
  const linked = (count: number | undefined, to: string) => {
    if (count === undefined) return t('field.none');
    return count === 0 ? (
      formatCount(0)
    ) : (
      <Anchor component={Link} to={to}>
        {formatCount(count)}
      </Anchor>
    );
  };
  return (
    <Card>
      <CardTitle mb={8}>{t('campaign.response')}</CardTitle>
      <dl>
        <Line name={t(mode === 'TEST' ? 'field.wouldHaveCost' : 'field.cost')}>{price(cost)}</Line>
        <Line name={t('campaign.costEach')}>
          {counts.delivered > 0 ? price(cost / counts.delivered) : t('field.none')}
        </Line>
        <Line name={t('campaign.replies')}>{linked(data?.replies, paths.conversations)}</Line>
        <Line name={t('nav.optOuts')}>{linked(data?.opt_outs, paths.optOuts)}</Line>
      </dl>
      <Text mt={8} fz={13} c="dimmed">
        {t('campaign.caused')}
      </Text>
    </Card>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex className="ruled" justify="space-between" align="baseline" gap={16} py={8}>
    <dt>{name}</dt>
    <Box component="dd" fw={600} ta="right">
      {children}
    </Box>
  </Flex>
);
