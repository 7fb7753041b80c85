// The status of the service, at `/staff/status`: key metrics, trends over the last hours, queue, links and
// processes. Reloads every 15 seconds, as often as the metrics are measured.
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staff/status';
import { Anchor, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatCount, formatInstant, formatTime } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { Section } from '../../ui/Section.tsx';
import { countsQuery } from '../api/client.ts';
import { statusQuery } from '../api/system.ts';
import { staffCarriers } from '../carriersText.ts';
import { FactGrid, type FactRow, StaffPage } from '../shell/StaffPage.tsx';
import { staffStatus } from '../statusText.ts';
import { Trend } from './Trend.tsx';
import { age, Lanes, Links, Longest, Processes } from './tables.tsx';
import { verdictOf } from './verdict.ts';

function StatusPage() {
  const t = useText();
  const { data, error, refetch } = useQuery(statusQuery);
  return (
    <StaffPage title={t('staff.nav.status')}>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Status answer={data} />
      )}
    </StaffPage>
  );
}

/** Metrics are measured every 15 s; older ones are outdated. */
const OLD_MS = 60_000;

function Status({ answer }: { answer: StatusAnswer | undefined }) {
  const t = useText();
  if (!answer) return <Skeleton height={640} radius="md" aria-busy="true" />;
  const { at, figures, ledger, history } = answer;
  if (!figures || !at) {
    return (
      <Card>
        <EmptyState text={t('staff.status.empty')} />
      </Card>
    );
  }
  const isOld = Date.now() - Date.parse(at) > OLD_MS;
  return (
    <Stack gap={40}>
      <Stack gap={16}>
        {isOld ? null : <Verdict figures={figures} ledger={ledger} />}
        {isOld ? <NoteBox tone="warning">{t('staff.status.old', { at: formatInstant(at) })}</NoteBox> : null}
        <Card>
          <FactGrid facts={factsOf(figures, ledger, t)} />
        </Card>
        <Text fz={13} c="dimmed">
          {t('staff.status.readAt', { at: formatTime(at) })}
        </Text>
      </Stack>
      <Section title={t('staff.status.trends')}>
        <Trends figures={figures} history={history} />
      </Section>
      <Section title={t('staff.status.queue')}>
        <Stack gap={16}>
          <Lanes lanes={figures.lanes} />
          {figures.groups.length + figures.teams.length > 0 ? (
            <Longest groups={figures.groups} teams={figures.teams} />
          ) : null}
        </Stack>
      </Section>
      <Section title={t('staff.nav.carriers')}>
        <Links links={figures.links} />
      </Section>
      <Section title={t('staff.status.processes')}>
        <Processes processes={figures.processes} />
      </Section>
    </Stack>
  );
}

const ICONS = { success: IconCircleCheck, warning: IconAlertTriangle, danger: IconAlertTriangle };

/** The state in words. Old figures have none, because they say nothing about now. */
function Verdict(state: Pick<StatusAnswer, 'ledger'> & { figures: StatusFigures }) {
  const t = useText();
  const { data: counts } = useQuery(countsQuery);
  const work = Object.values(counts ?? {}).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const { tone, sentences } = verdictOf({ ...state, work }, t);
  const Icon = ICONS[tone];
  return (
    <Group gap={12} wrap="nowrap" align="flex-start">
      <Icon size={28} stroke={1.75} color={`var(--${tone})`} style={{ flex: 'none' }} aria-hidden="true" />
      <Stack role="status" gap={4} style={{ overflowWrap: 'anywhere' }}>
        {sentences.map(({ text, action }, index) => (
          // The first one is the worst. Neighbours with the same page share one link to it.
          <Group
            key={text}
            gap="0 12px"
            align="baseline"
            {...(index === 0 ? { fz: 20, lh: '28px', fw: 600 } : {})}
          >
            <span>{text}</span>
            {action && action.to !== sentences[index + 1]?.action?.to ? (
              <Anchor component={Link} to={action.to} fz={14} fw={500}>
                {action.label}
              </Anchor>
            ) : null}
          </Group>
        ))}
      </Stack>
    </Group>
  );
}

const ms = (value: number, t: Translate): string => t('staff.status.ms', { ms: Math.round(value) });
const rate = (value: number, t: Translate): string =>
  t('staff.status.rate', { rate: value < 10 ? Math.round(value * 10) / 10 : Math.round(value) });

function factsOf(figures: StatusFigures, ledger: StatusAnswer['ledger'], t: Translate): FactRow[] {
  const { accept, receipts, mails, links, holds } = figures;
  const down = links.filter((link) => link.sessions > 0 && link.bound_sessions === 0).length;
  return [
    [t('staff.status.linksDown'), t('staff.status.ofLinks', { down, all: links.length })],
    [t('staff.status.refused'), rate(accept.refused_rate, t)],
    [t('staff.status.unmatched'), formatCount(receipts.unmatched)],
    [t('staff.status.setAside'), formatCount(receipts.set_aside)],
    [t('staff.status.held'), formatCount(holds.destinations)],
    [t('staff.status.mailsRetried'), formatCount(mails.retried)],
    [
      t('staff.status.ledger'),
      ledger
        ? t('staff.status.ledgerOf', { count: ledger.differences, at: formatInstant(ledger.at) })
        : t('staff.status.ledgerNever'),
      'wide',
    ],
  ];
}

type TrendsProps = Pick<StatusAnswer, 'history'> & { figures: StatusFigures };

function Trends({ figures, history }: TrendsProps) {
  const t = useText();
  const of = (key: Exclude<keyof StatusAnswer['history'][number], 'at'>) =>
    history.map((row) => ({ at: row.at, value: row[key] }));
  const oldest = Math.max(0, ...figures.lanes.map((lane) => lane.oldest_seconds));
  const sent = figures.links.reduce((sum, link) => sum + link.rate, 0);
  const perSecond = (value: number) => rate(value, t);
  const seconds = (value: number) => age(value, t);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing={16}>
      <Trend
        title={t('staff.status.accepted')}
        points={of('accept_rate')}
        now={figures.accept.rate}
        write={perSecond}
      />
      <Trend
        title={t('staff.status.acceptTime')}
        points={of('accept_ms')}
        now={figures.accept.p95_ms ?? 0}
        write={(value) => ms(value, t)}
      />
      <Trend title={t('staff.status.sent')} points={of('rate')} now={sent} write={perSecond} />
      <Trend title={t('staff.status.oldest')} points={of('oldest_seconds')} now={oldest} write={seconds} />
      <Trend
        title={t('staff.status.callbacksLate')}
        points={of('callbacks_seconds')}
        now={figures.callbacks.oldest_seconds}
        write={seconds}
      />
      <Trend
        title={t('staff.status.mailsWaiting')}
        points={of('mails')}
        now={figures.mails.waiting}
        write={formatCount}
        isCount
      />
    </SimpleGrid>
  );
}

export default withTexts(StatusPage, { ...staffCarriers, ...staffStatus });
