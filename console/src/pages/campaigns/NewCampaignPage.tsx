// New Campaign, at `/new-campaign`: sends one text to the contacts of groups, now or later. `?copy=<id>`
// starts with a copy of a campaign, and `?retry_of=<id>` sends to the contacts that a campaign did not reach.
// `?edit=<id>` changes a campaign that has not started.

import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaigns/campaignName';
import type { Campaign, CampaignDetail } from '@godwit/contract/campaigns/campaigns';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { campaignQuery, campaignResultQuery } from '../../api/campaigns.ts';
import { ModeLabel } from '../../components/frame/Mode.tsx';
import { MayNotSend, NoProject, Page } from '../../components/frame/Page.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { useMode, useSwitchToMode } from '../../session/mode.ts';
import { messageForm } from '../../text/messageForm/en.ts';
import { newCampaign } from '../../text/newCampaign/en.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { type Draft, EMPTY_DRAFT } from './draft.ts';

/** The campaign that this one starts from. */
type Source = { kind: 'copy' | 'retry_of' | 'edit'; id: string };

function sourceOf(params: URLSearchParams): Source | null {
  for (const kind of ['copy', 'retry_of', 'edit'] as const) {
    const id = params.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

function NewCampaignPage() {
  const t = useText();
  const chosenMode = useMode();
  const { project } = useProjects();
  const [params] = useSearchParams();
  const source = sourceOf(params);
  const campaign = useQuery({
    ...campaignQuery(source?.id ?? '', project?.id ?? ''),
    enabled: project !== null && source !== null,
    // The draft must not be replaced if the source campaign changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  // An edit or a retry keeps the mode of its campaign.
  const keepsMode = source !== null && source.kind !== 'copy';
  const mode = (keepsMode && campaign.data?.mode) || chosenMode;
  useSwitchToMode(keepsMode ? campaign.data?.mode : undefined);
  return (
    <Page
      title={t(source?.kind === 'edit' ? 'compose.editTitle' : 'campaigns.new')}
      mode={mode}
      asksVerification
      back={{ to: source ? paths.campaign(source.id) : paths.campaigns }}
      actions={keepsMode ? <ModeLabel mode={mode} /> : null}
    >
      {project ? null : <NoProject />}
      {project && !may(project.role, 'send') ? <MayNotSend /> : null}
      {project && may(project.role, 'send') ? (
        <SourcedForm project={project} source={source} campaign={campaign} mode={mode} />
      ) : null}
    </Page>
  );
}

type SourcedFormProps = {
  project: ProjectSummary;
  source: Source | null;
  /** The query of the source campaign. */
  campaign: { data: CampaignDetail | undefined; error: Error | null; refetch: () => unknown };
  mode: Mode;
};

/** The form, once its source campaign has loaded. */
function SourcedForm({ project, source, campaign, mode }: SourcedFormProps) {
  const t = useText();
  const isEdit = source?.kind === 'edit';
  const shared = { project, mode, editing: isEdit ? source.id : null };
  const retriedId = (isEdit && campaign.data?.retry_of) || null;
  const original = useQuery({ ...campaignQuery(retriedId ?? '', project.id), enabled: retriedId !== null });
  if (source === null) {
    return <CampaignForm key="new" {...shared} source={null} retryOf={null} initial={EMPTY_DRAFT} />;
  }
  if (campaign.data && (retriedId === null || original.data)) {
    const name = `${source.kind}-${source.id}`;
    const retryOf = source.kind === 'retry_of' ? campaign.data : (original.data ?? null);
    const initial = isEdit ? draftOf(campaign.data) : initialOf(source, campaign.data, t);
    const form = { ...shared, source: name, initial };
    return retryOf ? (
      <RetryForm key={name} {...form} retryOf={retryOf} />
    ) : (
      <CampaignForm key={name} {...form} retryOf={null} />
    );
  }
  if (campaign.error) {
    return (
      <LoadFailed
        error={campaign.error}
        onRetry={() => void campaign.refetch()}
        missing={{ text: t('campaign.missing'), back: t('campaign.backToList'), to: paths.campaigns }}
      />
    );
  }
  return <Loading />;
}

/** The form to send a campaign again, once the reasons of its failures have loaded. */
function RetryForm({
  retryOf,
  ...form
}: Omit<ComponentProps<typeof CampaignForm>, 'retryOf'> & { retryOf: Campaign }) {
  const { data, error, refetch } = useQuery(campaignResultQuery(retryOf));
  if (data) return <CampaignForm {...form} retryOf={{ ...retryOf, failures: data.failures }} />;
  return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Loading />;
}

const Loading = () => (
  <Card>
    <Skeleton height={320} />
  </Card>
);

/** The draft of an existing campaign. */
function draftOf(campaign: CampaignDetail): Draft {
  const { name, content, from, include_groups_detail, schedule, to_landlines: toLandlines } = campaign;
  return {
    name,
    content,
    from,
    groups: include_groups_detail.map(({ id }) => id),
    at: schedule?.local.replace('T', ' ') ?? null,
    toLandlines,
  };
}

function initialOf(
  { kind }: Source,
  { name, content, from, include_groups_detail, to_landlines }: CampaignDetail,
  t: Translate,
): Draft {
  const newName = t(kind === 'copy' ? 'compose.copyName' : 'compose.againName', { name });
  return {
    ...EMPTY_DRAFT,
    name: newName.slice(0, MAX_CAMPAIGN_NAME),
    content,
    from,
    groups: kind === 'copy' ? include_groups_detail.map(({ id }) => id) : [],
    toLandlines: kind === 'copy' && to_landlines,
  };
}

export default withTexts(NewCampaignPage, { ...messageForm, ...newCampaign });
