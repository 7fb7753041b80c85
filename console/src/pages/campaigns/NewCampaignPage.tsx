// New Campaign, at `/new-campaign`: one content to the contacts of groups, now or later. With `?copy=<id>` it
// begins as a copy of another campaign, with `?retry_of=<id>` it goes to the contacts that one did not reach.
// With `?edit=<id>` it changes one that has not started.

import type { CampaignDetail } from '@godwit/contract/campaigns/campaigns';
import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaigns/rules';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { campaignQuery } from '../../api/campaigns.ts';
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

/** The campaign that this one begins from. */
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
  const first = useQuery({
    ...campaignQuery(source?.id ?? '', project?.id ?? ''),
    enabled: project !== null && source !== null,
    // What is being written is not begun again when the first campaign changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A change stays in the mode of its campaign, and so does a repetition.
  const isBound = source !== null && source.kind !== 'copy';
  const mode = (isBound && first.data?.mode) || chosenMode;
  useSwitchToMode(isBound ? first.data?.mode : undefined);
  return (
    <Page
      title={t(source?.kind === 'edit' ? 'compose.editTitle' : 'campaigns.new')}
      mode={mode}
      back={{ to: source ? paths.campaign(source.id) : paths.campaigns }}
      actions={isBound ? <ModeLabel mode={mode} /> : null}
    >
      {project ? null : <NoProject />}
      {project && !may(project.role, 'send') ? <MayNotSend /> : null}
      {project && may(project.role, 'send') ? (
        <Beginning project={project} source={source} first={first} mode={mode} />
      ) : null}
    </Page>
  );
}

type BeginningProps = {
  project: ProjectSummary;
  source: Source | null;
  first: { data: CampaignDetail | undefined; error: Error | null; refetch: () => unknown };
  mode: Mode;
};

/** The form, once what it begins from is there. */
function Beginning({ project, source, first, mode }: BeginningProps) {
  const t = useText();
  const isEdit = source?.kind === 'edit';
  const shared = { project, mode, editing: isEdit ? source.id : null };
  const repeated = (isEdit && first.data?.retry_of) || null;
  const original = useQuery({ ...campaignQuery(repeated ?? '', project.id), enabled: repeated !== null });
  if (source === null) {
    return <CampaignForm key="new" {...shared} source={null} retryOf={null} initial={EMPTY_DRAFT} />;
  }
  if (first.data && (repeated === null || original.data)) {
    const name = `${source.kind}-${source.id}`;
    const retryOf = source.kind === 'retry_of' ? first.data : (original.data ?? null);
    const initial = isEdit ? draftOf(first.data) : initialOf(source, first.data, t);
    return <CampaignForm key={name} {...shared} source={name} retryOf={retryOf} initial={initial} />;
  }
  if (first.error) {
    return (
      <LoadFailed
        error={first.error}
        onRetry={() => void first.refetch()}
        missing={{ text: t('campaign.missing'), back: t('campaign.backToList'), to: paths.campaigns }}
      />
    );
  }
  return (
    <Card>
      <Skeleton height={320} />
    </Card>
  );
}

/** A campaign as it was written. */
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
  const words = t(kind === 'copy' ? 'compose.copyName' : 'compose.againName', { name });
  return {
    ...EMPTY_DRAFT,
    name: words.slice(0, MAX_CAMPAIGN_NAME),
    content,
    from,
    groups: kind === 'copy' ? include_groups_detail.map(({ id }) => id) : [],
    toLandlines: kind === 'copy' && to_landlines,
  };
}

export default withTexts(NewCampaignPage, { ...messageForm, ...newCampaign });
