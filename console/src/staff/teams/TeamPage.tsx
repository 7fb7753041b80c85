// A team, at `/staff/teams/{id}`: its name, the actions on it, and a tab for each part, which loads when it
// is opened.
import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useParams } from 'react-router';
import classes from '../../components/frame/Frame.module.css';
import { Nav } from '../../components/frame/Frame.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { teamQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { StaffPage, useBack } from '../shell/StaffPage.tsx';
import { staffTeam } from '../teamText.ts';
import { TeamActions } from './TeamActions.tsx';

function TeamPage() {
  const t = useText();
  const { id = '' } = useParams();
  const back = useBack(staffPaths.teams);
  const { data: team, error, refetch } = useQuery(teamQuery(id));
  if (!team) {
    return (
      <StaffPage title={t('field.team')} back={back}>
        {error ? <LoadFailed error={error} onRetry={refetch} /> : <Skeleton height={240} radius="md" />}
      </StaffPage>
    );
  }
  return (
    <StaffPage title={team.name} back={back} actions={team.own_team ? null : <TeamActions team={team} />}>
      <Tabs id={id} name={team.name} />
      <Outlet context={team} />
    </StaffPage>
  );
}

const TABS = ['', 'messages', 'money', 'people', 'settings'] as const;

/** The tabs keep the navigation state, which has the list that Back leads to. */
function Tabs({ id, name }: { id: string; name: string }) {
  const t = useText();
  const { pathname, state } = useLocation();
  const entries = TABS.map((tab) => {
    const to = tab ? `${staffPaths.team(id)}/${tab}` : staffPaths.team(id);
    return { label: t(`staff.team.tab.${tab || 'overview'}`), to, current: pathname === to, state };
  });
  return (
    <Box mb={24} style={{ overflowX: 'auto', borderBottom: '1px solid var(--hairline)' }}>
      <Nav
        label={t('staff.team.tabs', { name })}
        entries={entries}
        gap={{ base: 16, xs: 32 }}
        h={48}
        item={classes.tab}
      />
    </Box>
  );
}

export default withTexts(TeamPage, staffTeam);
