// Campaigns, at `/campaigns`: the campaigns of a project, newest first.

import { may } from '@godwit/contract/roles';
import type { Mode } from '@godwit/contract/statuses';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { campaignsQuery } from '../../api/campaigns.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { ModeSwitch } from '../../components/ModeSwitch.tsx';
import { NoProject } from '../../components/NoProject.tsx';
import { Page } from '../../components/Page.tsx';
import { Pager } from '../../components/Pager.tsx';
import { SendSmsButton } from '../../components/SendSmsButton.tsx';
import { useAddressState } from '../../components/useAddressState.ts';
import { useLive } from '../../components/useLive.ts';
import { PAGE_SIZES, toPageQuery } from '../../listPage.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { campaigns } from '../../text/campaigns.ts';
import { home } from '../../text/home.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TagBadge } from '../../ui/TagBadge.tsx';
import { CampaignRows } from './CampaignRows.tsx';
import { LIST_ADDRESS, toNavigation } from './listState.ts';

function CampaignsPage() {
  const t = useText();
  const { project } = useProjects();
  const { state, mode, change } = useAddressState(LIST_ADDRESS);
  useLive(project?.id, mode);
  const list = useQuery({
    ...campaignsQuery(project?.id ?? '', mode, toPageQuery(state)),
    enabled: project !== null,
  });
  const pages = list.data?.total_pages;
  const isPastEnd = pages !== undefined && pages > 0 && state.page > pages && !list.isPlaceholderData;
  useEffect(() => {
    if (isPastEnd) change({ page: pages }, { replace: true });
  });
  if (!project) {
    return (
      <Page title={t('campaigns.title')}>
        <NoProject />
      </Page>
    );
  }

  const mayCreate = may(project.role, 'send');
  const actions = (
    <>
      <ModeSwitch mode={mode} />
      <Button variant="outline" component={Link} to={paths.optOuts}>
        {t('campaigns.optOuts')}
      </Button>
      <SendSmsButton mode={mode} quiet />
      {mayCreate ? <NewCampaignButton mode={mode} /> : null}
    </>
  );
  const footer = (
    <Pager
      total={list.data?.total}
      page={state.page}
      pages={pages ?? 1}
      pageSize={state.pageSize}
      pageSizes={PAGE_SIZES}
      onPage={(page) => change({ page })}
      onPageSize={(pageSize) => change({ pageSize })}
    />
  );
  return (
    <Page title={t('campaigns.title')} mode={mode} actions={actions}>
      {list.isError && !list.data ? (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <CampaignRows
          rows={isPastEnd ? undefined : list.data?.results}
          navigation={toNavigation({ ...state, mode })}
          dim={list.isPlaceholderData}
          empty={<EmptyState text={t(mode === 'TEST' ? 'campaigns.emptyTest' : 'campaigns.empty')} />}
          footer={footer}
        />
      )}
    </Page>
  );
}

function NewCampaignButton({ mode }: { mode: Mode }) {
  const t = useText();
  const looks = mode === 'TEST' ? { color: 'rust', rightSection: <TagBadge>{t('mode.test')}</TagBadge> } : {};
  return (
    <Button {...looks} component={Link} to={paths.newCampaign}>
      {t('campaigns.new')}
    </Button>
  );
}

export default withTexts(CampaignsPage, { ...campaigns, ...home });
