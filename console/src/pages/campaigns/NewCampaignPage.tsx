// New Campaign, at `/new-campaign`: one content to the contacts of groups, now or later. With `?copy=<id>` it begins as a copy of
// another campaign, with `?retry_of=<id>` it goes to the contacts that one did not reach.
import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaignRules';
import type { CampaignDetail } from '@godwit/contract/campaigns';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import type { Mode } from '@godwit/contract/statuses';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { campaignQuery } from '../../api/campaigns.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { ModeLabel, ModeSwitch } from '../../components/Mode.tsx';
import { MayNotSend, NoProject, Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { useMode, useProjects } from '../../session/context.ts';
import { messageForm } from '../../text/messageForm.ts';
import { newCampaign } from '../../text/newCampaign.ts';
import { type Text, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { type Draft, EMPTY_DRAFT } from './draft.ts';

/** The campaign that this one begins from. */
type Source = { kind: 'copy' | 'retry_of'; id: string };

function sourceOf(params: URLSearchParams): Source | null {
  for (const kind of ['copy', 'retry_of'] as const) {
    const id = params.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

function NewCampaignPage() {
  const t = useText();
  const chosenMode = useMode('LIVE');
  const { project } = useProjects();
  const [params] = useSearchParams();
  const source = sourceOf(params);
  const first = useQuery({
    ...campaignQuery(source?.id ?? '', project?.id ?? ''),
    enabled: project !== null && source !== null,
    // What is being written is not begun again when the first campaign changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isRetry = source?.kind === 'retry_of';
  const mode = (isRetry && first.data?.mode) || chosenMode;
  return (
    <Page
      title={t('campaigns.new')}
      mode={mode}
      back={{ to: source ? paths.campaign(source.id) : paths.campaigns }}
      actions={isRetry ? <ModeLabel mode={mode} /> : <ModeSwitch mode={mode} />}
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
  const shared = { project, mode };
  if (source === null) {
    return <CampaignForm key="new" {...shared} source={null} retryOf={null} initial={EMPTY_DRAFT} />;
  }
  if (first.data) {
    const name = `${source.kind} ${source.id}`;
    const retryOf = source.kind === 'retry_of' ? first.data : null;
    const initial = initialOf(source, first.data, t);
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

function initialOf(
  { kind }: Source,
  { name, content, from, include_groups_detail }: CampaignDetail,
  t: Text,
): Draft {
  const words = t(kind === 'copy' ? 'compose.copyName' : 'compose.againName', { name });
  return {
    ...EMPTY_DRAFT,
    name: words.slice(0, MAX_CAMPAIGN_NAME),
    content,
    from,
    groups: kind === 'copy' ? include_groups_detail.map(({ id }) => id) : [],
  };
}

export default withTexts(NewCampaignPage, { ...messageForm, ...newCampaign });
