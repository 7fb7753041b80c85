// Project settings, at `/settings/:id`: the menu of their parts, and the project that each part is about.
import { Box, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NavLink, Outlet, useParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { projectQuery } from '../../api/projects.ts';
import { HomeButton } from '../../components/HomeButton.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { storeProjectId } from '../../session/storage.ts';
import { quietHours } from '../../text/quietHours.ts';
import { settings } from '../../text/settings.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import { EmptyCard } from '../../ui/EmptyState.tsx';
import classes from './SettingsPage.module.css';

function SettingsPage() {
  const t = useText();
  const { id = '' } = useParams();
  const { projects, project: selected } = useProjects();
  const known = projects.find((project) => project.id === id);
  // A link to another project's settings selects it: the bar names the project the page is about.
  useEffect(() => {
    if (known && known.id !== selected?.id) storeProjectId(known.id);
  }, [known, selected]);
  const project = useQuery({ ...projectQuery(id), enabled: known !== undefined });
  const isMissing = project.error instanceof ApiError && project.error.status === 404;

  if (!known || isMissing) {
    return (
      <Page title={t('nav.settings')}>
        <EmptyCard text={t('settings.missing')} action={<HomeButton variant="outline" />} />
      </Page>
    );
  }
  return (
    <Page title={t('nav.settings')} subtitle={known.name}>
      {/* The menu of the parts at the side, or above them on narrow screens. */}
      <Flex direction={{ base: 'column', md: 'row' }} align={{ md: 'flex-start' }} gap={{ base: 16, md: 40 }}>
        <nav className={classes.menu} aria-label={t('nav.settings')}>
          <NavLink to={paths.settings(id)} end>
            {t('settings.overview')}
          </NavLink>
          <NavLink to={paths.usageLimits(id)}>{t('settings.usageLimits')}</NavLink>
          <NavLink to={paths.geoPermissions(id)}>{t('settings.geoPermissions')}</NavLink>
        </nav>
        <Box flex={{ md: 1 }} miw={0}>
          {project.isPending ? <LoadingCard heights={[40, 40, 40, 40, 40]} gap={40} /> : null}
          {project.isError && !project.data ? (
            <LoadFailed error={project.error} onRetry={() => void project.refetch()} />
          ) : null}
          {project.data ? <Outlet context={project.data} /> : null}
        </Box>
      </Flex>
    </Page>
  );
}

export default withTexts(SettingsPage, { ...settings, ...quietHours });
