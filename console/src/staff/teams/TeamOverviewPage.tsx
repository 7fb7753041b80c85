// A team at a glance, at `/staff/teams/{id}`: its facts, what waits for staff, and a month of messages.
import type { StaffTeam, TeamDay } from '@godwit/contract/staff/teams';
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { parsePage } from '../../components/list/useAddress.ts';
import { formatCount, formatDay, formatDisplayed, formatMoney } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { Section } from '../../ui/Section.tsx';
import { adjustmentsQuery, teamDaysQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { FactGrid, type FactRow, StaffId, useMay } from '../shell/StaffPage.tsx';
import { PausedBy, TeamState } from '../shell/states.tsx';
import { Trend } from '../status/Trend.tsx';
import { staffStatus } from '../statusText.ts';
import { TeamHolds } from './Holds.tsx';
import { useTeam } from './useTeam.ts';

function TeamOverviewPage() {
  const team = useTeam();
  const t = useText();
  const may = useMay();
  return (
    <Stack gap={40}>
      <Card>
        <TeamFacts team={team} />
        {team.paused_state ? (
          <Note warning>
            <PausedBy {...team.paused_state} />
          </Note>
        ) : null}
        {may('money') ? <Waiting teamId={team.id} /> : null}
        {team.own_team ? <Note>{t('staff.team.ownTeam')}</Note> : null}
      </Card>
      <TeamHolds teamId={team.id} />
      <Section title={t('staff.team.days')}>
        <Days teamId={team.id} />
      </Section>
    </Stack>
  );
}

const DAY_MS = 86_400_000;
const MONTH = { spanMs: 29 * DAY_MS, stepMs: DAY_MS };

/** The LIVE messages of the last 30 days, and those that failed. */
function Days({ teamId }: { teamId: string }) {
  const t = useText();
  const { data: days, error, refetch } = useQuery(teamDaysQuery(teamId));
  if (error && !days) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!days) return <Skeleton height={192} radius="md" aria-busy="true" />;
  const trend = (title: string, value: (day: TeamDay) => number) => (
    <Trend
      title={title}
      points={days.map((day) => ({ at: `${day.date}T00:00:00Z`, value: value(day) }))}
      now={days.at(-1) ? value(days.at(-1)!) : 0}
      write={formatCount}
      isCount
      span={MONTH}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={16}>
      {trend(t('staff.team.accepted'), ({ total }) => total)}
      {trend(t('staff.team.failed'), ({ failed }) => failed)}
    </SimpleGrid>
  );
}

function TeamFacts({ team }: { team: StaffTeam }) {
  const t = useText();
  const { id, verified_at: verifiedAt } = team;
  return (
    <FactGrid
      facts={[
        [t('staff.teams.balance'), formatDisplayed(team.display_balance, team.currency)],
        ...(team.owed > 0
          ? ([
              [
                t('staff.team.owed'),
                <Text key="owed" span inherit c="var(--danger)">
                  {formatMoney(team.owed, team.currency)}
                </Text>,
              ],
            ] satisfies FactRow[])
          : []),
        [t('staff.teams.state'), <TeamState key="state" {...team} />],
        [t('role.OWNER'), team.owner_email ?? t('field.none'), 'wide'],
        [t('field.region'), t(`region.${team.region_code}`)],
        [t('staff.nav.identity'), verifiedAt ? verified(t, team, verifiedAt) : t('staff.teams.notVerified')],
        [t('staff.team.created'), formatDay(team.created_at)],
        [t('staff.team.id'), <StaffId key="id" id={id} copy={t('staff.team.copyId')} />],
      ]}
    />
  );
}

/** The date of the verification, and the verified name if the team was renamed since. */
function verified(t: Translate, { name, verified_name: before }: StaffTeam, at: string): string {
  const date = formatDay(at);
  return before === null || before === name
    ? t('staff.team.since', { date })
    : t('staff.team.sinceAs', { date, name: before });
}

const FIRST_PAGE = parsePage(new URLSearchParams());

/** Adjustments that wait for confirmation, which the balance does not include yet. */
function Waiting({ teamId }: { teamId: string }) {
  const t = useText();
  const waiting = useQuery(adjustmentsQuery({ status: 'PENDING', teamId, ...FIRST_PAGE }));
  if (!waiting.data?.total) return null;
  return (
    <Note warning>
      {t.rich('staff.adjust.waiting', {
        total: waiting.data.total,
        link: linkTo(staffPaths.adjustments),
      })}
    </Note>
  );
}

function Note({ warning = false, children }: { warning?: boolean; children: ReactNode }) {
  return (
    <Text mt={20} c={warning ? 'var(--warning)' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

export default withTexts(TeamOverviewPage, staffStatus);
