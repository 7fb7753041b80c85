// Campaign Details, at `/campaign/:id`: one campaign, how far it is, its groups, its messages, and who was skipped.

import type { CampaignDetail } from '@godwit/contract/campaigns';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { campaignQuery } from '../../api/campaigns.ts';
import { ApiError } from '../../api/errors.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { NoProject } from '../../components/NoProject.tsx';
import { Page } from '../../components/Page.tsx';
import { useLive } from '../../components/useLive.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { campaigns } from '../../text/campaigns.ts';
import { logs } from '../../text/logs.ts';
import { sendSms } from '../../text/sendSms.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { CampaignActions } from './CampaignActions.tsx';
import { CampaignFacts } from './CampaignFacts.tsx';
import { CampaignMissing } from './CampaignMissing.tsx';
import classes from './CampaignPage.module.css';
import { CampaignProgress } from './CampaignProgress.tsx';
import { CampaignRecipients } from './CampaignRecipients.tsx';
import { GroupDetails } from './GroupDetails.tsx';
import { formatListState, fromNavigation, toNavigation } from './listState.ts';

function CampaignPage() {
  const t = useText();
  const { id = '' } = useParams();
  const { project } = useProjects();
  const { state } = useLocation();
  const campaign = useQuery({ ...campaignQuery(id, project?.id ?? ''), enabled: project !== null });
  const list = fromNavigation(state);
  const mode = campaign.data?.mode ?? list?.mode ?? null;
  useLive(project?.id, mode);

  const toList = list
    ? { to: `${paths.campaigns}?${formatListState(list)}`, state: toNavigation(list) }
    : { to: mode ? `${paths.campaigns}?mode=${mode}` : paths.campaigns };
  const isMissing = campaign.error instanceof ApiError && campaign.error.status === 404;
  return (
    <Page
      title={t('campaign.title')}
      {...(mode ? { mode } : {})}
      trail={{ ...toList, words: t('campaigns.title') }}
      actions={
        campaign.data && project ? <CampaignActions campaign={campaign.data} project={project} /> : null
      }
    >
      {project ? null : <NoProject />}
      {project && campaign.isPending ? <Loading /> : null}
      {campaign.data ? <Details campaign={campaign.data} /> : null}
      {isMissing && !campaign.data ? <CampaignMissing /> : null}
      {campaign.error && !isMissing && !campaign.data ? (
        <LoadFailed error={campaign.error} onRetry={() => void campaign.refetch()} />
      ) : null}
    </Page>
  );
}

function Details({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.main}>
          <CampaignFacts campaign={campaign} />
        </div>
        <div className={classes.main}>
          <CampaignProgress campaign={campaign} />
          <GroupDetails campaign={campaign} />
        </div>
      </div>
      {campaign.started_at ? <CampaignRecipients campaign={campaign} /> : null}
    </>
  );
}

function Loading() {
  return (
    <div className={classes.columns} aria-busy="true">
      <Card>
        <Skeleton height={280} />
      </Card>
      <Card>
        <Skeleton height={280} />
      </Card>
    </div>
  );
}

export default withTexts(CampaignPage, { ...campaigns, ...logs, ...sendSms });
