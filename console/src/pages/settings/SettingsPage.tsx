// Project settings, at `/settings/:id`.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, wordsFor } from '../../api/errors.ts';
import { projectQuery } from '../../api/projects.ts';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { storeProjectId } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Overview } from './Overview.tsx';
import classes from './SettingsPage.module.css';

export default function SettingsPage() {
  const t = useText();
  const { id = '' } = useParams();
  const { projects, project: selected } = useProjects();
  const known = projects.find((project) => project.id === id);
  // A link to another project's settings selects it: the bar names the project the page is about.
  useEffect(() => {
    if (known && known.id !== selected?.id) storeProjectId(known.id);
  }, [known, selected]);
  const project = useQuery({ ...projectQuery(id), enabled: known !== undefined });

  return (
    <Page title={t('settings.title')} {...(known ? { subtitle: known.name } : {})}>
      {known ? (
        <div className={classes.columns}>
          <nav className={classes.menu} aria-label={t('settings.menu')}>
            <Link to={paths.settings(id)} aria-current="page">
              {t('settings.overview')}
            </Link>
          </nav>
          {project.isPending ? <Loading /> : null}
          {project.isError && !project.data ? (
            <Failed error={project.error} onRetry={() => project.refetch()} />
          ) : null}
          {project.data ? <Overview project={project.data} /> : null}
        </div>
      ) : (
        <Missing />
      )}
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

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  if (error instanceof ApiError && error.status === 404) return <Missing />;
  return (
    <Card padded={false}>
      <EmptyState
        text={wordsFor(error)}
        action={
          <Button variant="outline" onClick={onRetry}>
            {t('list.tryAgain')}
          </Button>
        }
      />
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
