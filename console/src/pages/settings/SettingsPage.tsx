// Project settings, at `/settings/:id`: loads the project and shows the menu and the selected section.
import { may } from '@godwit/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { projectQuery } from '../../api/projects.ts';
import { Page } from '../../components/frame/Page.tsx';
import { SectionMenu } from '../../components/frame/SectionMenu.tsx';
import { HomeButton } from '../../components/frame/Wordmark.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { storeProjectId } from '../../session/storage.ts';
import { quietHours } from '../../text/quietHours/en.ts';
import { settings } from '../../text/settings/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import { EmptyCard } from '../../ui/EmptyState.tsx';

function SettingsPage() {
  const t = useText();
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const { projects, project: selected } = useProjects();
  const known = projects.find((project) => project.id === id);
  // Selects the project if a link opens another one's settings, because the top bar shows the selected one.
  useEffect(() => {
    if (known && known.id !== selected?.id) storeProjectId(known.id);
  }, [known, selected]);
  const project = useQuery({ ...projectQuery(id), enabled: known !== undefined });
  const mode = useMode();
  const hasMode = [paths.callbacks(id), paths.webhooks(id)].some((part) => pathname.startsWith(part));
  const isMissing = project.error instanceof ApiError && project.error.status === 404;

  if (!known || isMissing) {
    return (
      <Page title={t('nav.settings')}>
        <EmptyCard text={t('settings.missing')} action={<HomeButton variant="outline" />} />
      </Page>
    );
  }
  return (
    <Page
      title={t('nav.settings')}
      subtitle={known.name}
      asksVerification={pathname === paths.settings(id)}
      {...(hasMode && { mode })}
    >
      <SectionMenu
        label={t('nav.settings')}
        parts={[
          [paths.settings(id), t('settings.overview')],
          [paths.usageLimits(id), t('settings.usageLimits')],
          [paths.geoPermissions(id), t('settings.geoPermissions')],
          [paths.incoming(id), t('settings.incoming')],
          [paths.callbacks(id), t('settings.callbacks')],
          [paths.webhooks(id), t('settings.webhooks')],
          [paths.codes(id), t('settings.codes')],
          ...(may(known.role, 'projects')
            ? ([
                [paths.apiKeys(id), t('settings.keys')],
                [paths.smpp(id), t('settings.smpp')],
                [paths.sendUrls(id), t('settings.sendUrls')],
                [paths.dropIns(id), t('settings.dropIns')],
              ] as const)
            : []),
        ]}
      >
        {project.isPending ? <LoadingCard heights={[40, 40, 40, 40, 40]} gap={40} /> : null}
        {project.isError && !project.data ? (
          <LoadFailed error={project.error} onRetry={() => void project.refetch()} />
        ) : null}
        {project.data ? <Outlet context={project.data} /> : null}
      </SectionMenu>
    </Page>
  );
}

export default withTexts(SettingsPage, { ...settings, ...quietHours });
