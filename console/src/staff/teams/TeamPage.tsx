// A team, at `/staff/teams/{id}`: what is known of it, its people, projects, money and messages, and what can be done about it.
import type { StaffTeam } from '@godwit/contract/staffTeams';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { formatDay, formatInstant, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { adjustmentsQuery, teamQuery } from '../api/teams.ts';
import { useBack } from '../lists/useBack.ts';
import { PAGE_SIZES } from '../lists/useListState.ts';
import { staffPaths } from '../paths.ts';
import { Facts } from '../shell/Facts.tsx';
import { StaffId } from '../shell/StaffId.tsx';
import { StaffPage } from '../shell/StaffPage.tsx';
import { useMay } from '../shell/session.ts';
import { Ledger } from './Ledger.tsx';
import { Members, Projects } from './MembersAndProjects.tsx';
import { TeamActions } from './TeamActions.tsx';
import { TeamMessages } from './TeamMessages.tsx';
import classes from './TeamPage.module.css';
import { TeamState } from './TeamState.tsx';

export default function TeamPage() {
  const t = useText();
  const { id = '' } = useParams();
  const may = useMay();
  const back = useBack(staffPaths.teams);
  const { data: team, error, refetch } = useQuery(teamQuery(id));
  if (!team) {
    return (
      <StaffPage title={t('staff.team.loading')} back={back}>
        {error ? <LoadFailed error={error} onRetry={refetch} /> : <Skeleton height={240} radius="md" />}
      </StaffPage>
    );
  }
  return (
    <StaffPage title={team.name} back={back} actions={team.own_team ? null : <TeamActions team={team} />}>
      <Card>
        <TeamFacts team={team} />
        <Paused team={team} />
        {may('money') ? <Waiting teamId={id} /> : null}
        {team.own_team ? <p className={classes.note}>{t('staff.team.ownTeam')}</p> : null}
      </Card>
      <Members members={team.members} />
      <Projects team={team} />
      <Ledger teamId={id} currency={team.currency} />
      {team.projects.length > 0 ? <TeamMessages teamId={id} projects={team.projects} /> : null}
    </StaffPage>
  );
}

function TeamFacts({ team }: { team: StaffTeam }) {
  const t = useText();
  const { id, verified_at: verifiedAt } = team;
  return (
    <Facts
      facts={[
        [t('staff.teams.balance'), formatPrice(team.balance, team.currency)],
        [t('staff.teams.state'), <TeamState key="state" {...team} />],
        [t('staff.teams.owner'), team.owner_email ?? t('staff.none')],
        [t('staff.review.region'), t(`staff.region.${team.region_code}`)],
        [
          t('staff.team.identity'),
          verifiedAt ? t('staff.team.since', { date: formatDay(verifiedAt) }) : t('staff.teams.notVerified'),
        ],
        [t('staff.team.created'), formatDay(team.created_at)],
        [t('staff.team.id'), <StaffId key="id" id={id} copy={t('staff.team.copyId')} />],
      ]}
    />
  );
}

function Paused({ team: { paused_state: paused } }: { team: StaffTeam }) {
  const t = useText();
  if (!paused) return null;
  return (
    <p className={classes.note} data-warning>
      {t.rich('staff.team.pausedBy', {
        by: paused.by,
        at: formatInstant(paused.at),
        reason: paused.reason,
        b: (words) => <strong key="b">{words}</strong>,
      })}
    </p>
  );
}

/** Adjustments of the team that nobody has confirmed yet: its balance is not all there is to know. */
function Waiting({ teamId }: { teamId: string }) {
  const t = useText();
  const waiting = useQuery(adjustmentsQuery({ status: 'PENDING', teamId, page: 1, size: PAGE_SIZES[0] }));
  if (!waiting.data?.total) return null;
  return (
    <p className={classes.note} data-warning>
      {t.rich('staff.adjust.waiting', {
        total: waiting.data.total,
        link: (words) => (
          <Anchor key="link" component={Link} to={staffPaths.adjustments} underline="always">
            {words}
          </Anchor>
        ),
      })}
    </p>
  );
}
