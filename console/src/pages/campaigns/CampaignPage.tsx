// Campaign Details, at `/campaign/:id`: a campaign's progress, groups, messages and skipped recipients.

import type { Campaign, CampaignDetail } from '@godwit/contract/campaigns/campaigns';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { campaignQuery, campaignResultQuery, cancelCampaign } from '../../api/campaigns.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { ModeLabel, TestTag } from '../../components/frame/Mode.tsx';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatAddress } from '../../components/list/useAddress.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { inMode, useSwitchToMode } from '../../session/mode.ts';
import { campaigns } from '../../text/campaigns/en.ts';
import { files } from '../../text/files/en.ts';
import { logs } from '../../text/logs/en.ts';
import { newCampaign } from '../../text/newCampaign/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { Columns } from '../../ui/Section.tsx';
import { CampaignFacts, GroupDetails } from './CampaignFacts.tsx';
import { CampaignProgress } from './CampaignProgress.tsx';
import { Deliveries, Response, ResultFigures } from './CampaignResult.tsx';
import { fromNavigation, toNavigation } from './listState.ts';
import { retryFor } from './retry.ts';

const CampaignRecipients = lazyPart(() => import('./CampaignRecipients.tsx'), 'CampaignRecipients');

function CampaignPage() {
  const t = useText();
  const { id = '' } = useParams();
  const { project } = useProjects();
  const { state } = useLocation();
  const campaign = useQuery({ ...campaignQuery(id, project?.id ?? ''), enabled: project !== null });
  const list = fromNavigation(state);
  const mode = campaign.data?.mode ?? list?.mode ?? null;
  useLive(project?.id, mode);
  useSwitchToMode(campaign.data?.mode);

  const toList = list
    ? { to: `${paths.campaigns}?${formatAddress(list)}`, state: toNavigation(list) }
    : { to: mode ? `${paths.campaigns}?mode=${mode}` : paths.campaigns };
  return (
    <Page
      title={campaign.data?.name ?? t('campaign.title')}
      {...(mode ? { mode } : {})}
      trail={{ ...toList, label: t('nav.campaigns') }}
      actions={
        campaign.data && project ? <CampaignActions campaign={campaign.data} project={project} /> : null
      }
    >
      {project ? null : <NoProject />}
      {project && campaign.isPending ? <Loading /> : null}
      {campaign.data ? <Details key={campaign.data.id} campaign={campaign.data} /> : null}
      {campaign.error && !campaign.data ? (
        <LoadFailed
          error={campaign.error}
          onRetry={() => void campaign.refetch()}
          missing={{ text: t('campaign.missing'), back: t('campaign.backToList'), to: paths.campaigns }}
        />
      ) : null}
    </Page>
  );
}

function Details({ campaign }: { campaign: CampaignDetail }) {
  const hasResult = campaign.started_at !== null && campaign.counts.recipients > 0;
  if (!hasResult) {
    return (
      <Columns side={400}>
        <CampaignFacts campaign={campaign} />
        <Stack gap="var(--gap)" miw={0}>
          <CampaignProgress campaign={campaign} />
          <GroupDetails campaign={campaign} />
        </Stack>
      </Columns>
    );
  }
  return (
    <>
      <ResultFigures campaign={campaign} />
      <Columns side={400}>
        <Stack gap="var(--gap)" miw={0}>
          <Deliveries campaign={campaign} />
          <CampaignFacts campaign={campaign} />
        </Stack>
        <Stack gap="var(--gap)" miw={0}>
          <CampaignProgress campaign={campaign} />
          <Response campaign={campaign} />
          <GroupDetails campaign={campaign} />
        </Stack>
      </Columns>
      <Suspense fallback={null}>
        <CampaignRecipients campaign={campaign} />
      </Suspense>
    </>
  );
}

function Loading() {
  const card = (
    <Card aria-busy="true">
      <Skeleton height={280} />
    </Card>
  );
  return (
    <Columns side={400}>
      {card}
      {card}
    </Columns>
  );
}

/** Buttons to cancel, edit or copy a campaign, and to send it again to those it did not reach. */
function CampaignActions({ campaign, project }: { campaign: Campaign; project: ProjectSummary }) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const { id, mode, status } = campaign;
  const refresh = () =>
    Promise.all(['campaign', 'campaigns'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const cancel = () =>
    confirm({
      title: t('campaign.cancel'),
      text: t(status === 'SCHEDULED' ? 'campaign.cancelScheduled' : 'campaign.cancelSending'),
      action: t('campaign.cancel'),
      busyLabel: t('campaign.cancelling'),
      cancel: t('campaign.keep'),
      call: async () => {
        await cancelCampaign(id, project.id);
        toastSuccess(t('campaign.wasCancelled'));
        await refresh();
      },
      onLost: refresh,
    });
  if (!may(project.role, 'send')) return <ModeLabel mode={mode} />;
  return (
    <>
      <ModeLabel mode={mode} />
      {status === 'SCHEDULED' || status === 'SENDING' ? (
        <Button variant="outline" color="red" onClick={cancel}>
          {t('campaign.cancel')}
        </Button>
      ) : null}
      {status === 'SCHEDULED' ? (
        <Button variant="outline" component={Link} to={inMode(`${paths.newCampaign}?edit=${id}`, mode)}>
          {t('compose.editTitle')}
        </Button>
      ) : null}
      <Button variant="outline" component={Link} to={inMode(`${paths.newCampaign}?copy=${id}`, mode)}>
        {t('campaign.duplicate')}
      </Button>
      {campaign.can_retry ? <SendAgain campaign={campaign} /> : null}
      {confirmDialog}
    </>
  );
}

/** Sends again to the recipients that can be reached, once it is known that there are any. */
function SendAgain({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { id, mode, counts } = campaign;
  const { data, isPlaceholderData } = useQuery(campaignResultQuery(campaign));
  // The placeholder may be of another campaign.
  if (!data || isPlaceholderData) return null;
  const { count } = retryFor({ counts, failures: data.failures }, false);
  if (count === 0) return null;
  const looks = mode === 'TEST' ? { color: 'rust', rightSection: <TestTag /> } : {};
  return (
    <Button {...looks} component={Link} to={inMode(`${paths.newCampaign}?retry_of=${id}`, mode)}>
      {t('campaign.sendAgain', { count })}
    </Button>
  );
}

export default withTexts(CampaignPage, { ...campaigns, ...files, ...logs, ...newCampaign });
