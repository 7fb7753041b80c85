// Project settings, at `/settings/:id`: the menu of their parts, and the project that each part is about.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, NavLink, Outlet, useParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { projectQuery } from '../../api/projects.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { storeProjectId } from '../../session/storage.ts';
import { settings } from '../../text/settings.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
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
        <Missing />
      </Page>
    );
  }
  return (
    <Page title={t('nav.settings')} subtitle={known.name}>
      <SideMenu
        label={t('nav.settings')}
        items={[
          { to: paths.settings(id), label: t('settings.overview') },
          { to: paths.usageLimits(id), label: t('settings.usageLimits') },
          { to: paths.geoPermissions(id), label: t('settings.geoPermissions') },
        ]}
      >
        {project.isPending ? <Loading /> : null}
        {project.isError && !project.data ? (
          <LoadFailed error={project.error} onRetry={() => void project.refetch()} />
        ) : null}
        {project.data ? <Outlet context={project.data} /> : null}
      </SideMenu>
    </Page>
  );
}

function Loading() {
  return (
    <Card>
      <div className={classes.skeletons} aria-busy="true">
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={40} />
        ))}
      </div>
    </Card>
  );
}

function Missing() {
  const t = useText();
  return (
    <Card padded={false}>
      <EmptyState
        text={t('settings.missing')}
        action={
          <Button variant="outline" component={Link} to={paths.home}>
            {t('page.goHome')}
          </Button>
        }
      />
    </Card>
  );
}

export default withTexts(SettingsPage, settings);

// A page of several parts: their menu at the side, or above them on narrow screens, and the part that is shown.
type Props = {
  /** Names the menu for screen readers. */
  label: string;
  items: { to: string; label: string }[];
  children: ReactNode;
};

function SideMenu({ label, items, children }: Props) {
  return (
    <div className={classes.columns}>
      <nav className={classes.menu} aria-label={label}>
        {items.map((item) => (
          <NavLink key={item.to} to={item.to} end>
            {item.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes.part}>{children}</div>
    </div>
  );
}
