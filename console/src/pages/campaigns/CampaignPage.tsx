// Campaign Details, at `/campaign/:id`: a campaign's progress, groups, messages and skipped recipients.

import type { Campaign, CampaignDetail } from '@godwit/contract/campaigns/campaigns';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Anchor, Box, Button, Flex, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { campaignQuery, cancelCampaign } from '../../api/campaigns.ts';
import { projectQuery } from '../../api/projects.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { ModeLabel, TestTag } from '../../components/frame/Mode.tsx';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { formatZone } from '../../components/message/schedule.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatCount, formatLocal, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProjects, useTeam } from '../../session/context.ts';
import { inMode, useSwitchToMode } from '../../session/mode.ts';
import { campaigns } from '../../text/campaigns/en.ts';
import { files } from '../../text/files/en.ts';
import { logs } from '../../text/logs/en.ts';
import { newCampaign } from '../../text/newCampaign/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Fact, Facts, Passage } from '../../ui/Facts.tsx';
import { FlightPath } from '../../ui/FlightPath.tsx';
import { Columns } from '../../ui/Section.tsx';
import classes from '../../ui/table.module.css';
import { CampaignPill, OUTCOMES } from './CampaignProgress.tsx';
import { Deliveries, Response, ResultFigures } from './CampaignResult.tsx';
import { progressSteps, symbolOf, unreachedCount } from './counts.ts';
import { fromNavigation, toNavigation } from './listState.ts';

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
        <Deliveries campaign={campaign} />
        <Stack gap="var(--gap)" miw={0}>
          <CampaignProgress campaign={campaign} />
          <Response campaign={campaign} />
        </Stack>
      </Columns>
      <Box mt={{ base: 16, md: 24 }}>
        <Columns side={400}>
          <CampaignFacts campaign={campaign} />
          <GroupDetails campaign={campaign} />
        </Columns>
      </Box>
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

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { started_at: startedAt, schedule, retry_of: retryOf } = campaign;
  const { messages, segments, cost } = figuresOf(campaign);
  const symbol = symbolOf(campaign, useTeam().region);
  const isScheduled = campaign.status === 'SCHEDULED';
  const formatFigure = (figure: number | null, format: (figure: number) => string) => {
    if (figure === null) return t('field.none');
    return isScheduled ? t('campaign.about', { figure: format(figure) }) : format(figure);
  };
  return (
    <Card>
      <Facts>
        <Fact name={t('field.status')}>
          <CampaignPill status={campaign.status} />
        </Fact>
        <Fact name={t('field.sentAt')}>{startedAt ? <Moment instant={startedAt} /> : t('field.none')}</Fact>
        <Fact name={t('field.from')}>{campaign.from}</Fact>
        <Fact name={t('campaign.messages')}>{formatFigure(messages, formatCount)}</Fact>
        {schedule ? (
          <Fact name={t('campaign.scheduledFor')} whole>
            {t('campaign.zoned', {
              time: formatLocal(schedule.local),
              zone: formatZone(schedule.timezone, schedule),
            })}
          </Fact>
        ) : null}
        <Fact name={t('field.segments')}>{formatFigure(segments, formatCount)}</Fact>
        {startedAt ? null : (
          <Fact name={t(campaign.mode === 'TEST' ? 'field.wouldHaveCost' : 'field.cost')}>
            {formatFigure(cost, (amount) => formatPrice(amount, symbol))}
          </Fact>
        )}
        {retryOf ? (
          <Fact name={t('campaign.retryOf')}>
            <Anchor component={Link} to={paths.campaign(retryOf)}>
              {t('campaign.firstCampaign')}
            </Anchor>
          </Fact>
        ) : null}
        <Fact name={t('campaigns.id')} whole>
          <CopyId id={campaign.id} label={t('campaigns.copyId')} />
        </Fact>
        <Fact name={t('field.content')} whole>
          <Passage>{campaign.content}</Passage>
        </Fact>
      </Facts>
    </Card>
  );
}

/** The actual figures. Until the campaign starts, the estimate of its review, or nulls without one. */
function figuresOf({ status, estimate, messages, segments, cost }: Campaign) {
  if (status !== 'SCHEDULED') return { messages, segments, cost };
  return estimate ?? { messages: null, segments: null, cost: null };
}

/** The outcomes of all recipients. */
function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { recipients } = campaign.counts;
  return (
    <Card>
      <Group justify="space-between" align="baseline" c="dimmed">
        <CardTitle c="var(--text)">{t('campaign.progress')}</CardTitle>
        {recipients > 0 ? <span>{t('campaign.recipients', { count: recipients })}</span> : null}
      </Group>
      {recipients > 0 ? (
        <Outcomes campaign={campaign} />
      ) : (
        <Text mt={12} c="dimmed">
          {t(emptyText(campaign))}
        </Text>
      )}
    </Card>
  );
}

/** The text that says why there are no recipients. */
function emptyText({ status, started_at }: Campaign) {
  if (status === 'SENDING') return 'campaign.counting';
  if (started_at) return 'campaign.nobody';
  return status === 'CANCELLED' ? 'campaign.neverStarted' : 'campaign.notStarted';
}

/** Outcomes that are listed even if their count is 0. */
const ALWAYS_LISTED: ReadonlySet<string> = new Set(['delivered', 'failed', 'skipped', 'waiting']);

function Outcomes({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { counts } = campaign;
  const steps = progressSteps(campaign).map(({ label, count, share }) => ({
    name: t(label),
    value: formatCount(count),
    share,
  }));
  return (
    <>
      <FlightPath steps={steps} label={t('campaign.way')} />
      <Flex component="dl" direction="column" gap={8} mt={16}>
        {OUTCOMES.filter(({ name }) => ALWAYS_LISTED.has(name) || counts[name] > 0).map(
          ({ name, label, color }) => (
            <Group key={name} justify="space-between" align="baseline" wrap="nowrap">
              <dt>
                <Box component="span" display="inline-block" w={10} h={10} mr={8} bdrs={5} bg={color} />
                {t(label)}
              </dt>
              <Box component="dd" fw={600}>
                {formatCount(counts[name])}
              </Box>
            </Group>
          ),
        )}
      </Flex>
      {counts.waiting > 0 ? <QuietHoursNote /> : null}
    </>
  );
}

/** Explains, if the project has quiet hours, why some messages may wait until the morning. */
function QuietHoursNote() {
  const t = useText();
  const { project } = useProjects();
  const { data } = useQuery({ ...projectQuery(project?.id ?? ''), enabled: project !== null });
  if (!data?.quiet_hours) return null;
  return (
    <Text mt={12} fz={13} c="dimmed">
      {t('campaign.held', data.quiet_hours)}
    </Text>
  );
}

/** The groups of a campaign; a retry of another campaign has none. */
function GroupDetails({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const groups = campaign.include_groups_detail;
  return (
    <Card padded={false}>
      <CardTitle p={{ base: 16, xs: '20px 24px' }} id="groups">
        {t('campaign.groupDetails')}
      </CardTitle>
      {groups.length > 0 ? (
        <table className={`ruled ${classes.table}`} aria-labelledby="groups">
          <thead>
            <tr>
              <th scope="col">{t('field.group')}</th>
              <Box component="th" scope="col" ta="right">
                {t('nav.contacts')}
              </Box>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ id, name, contacts }) => (
              <tr key={id}>
                <td style={{ overflowWrap: 'anywhere' }}>{name}</td>
                <Box component="td" ta="right">
                  {formatCount(contacts)}
                </Box>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Text p={{ base: '0 16px 16px', xs: '0 24px 24px' }} c="dimmed">
          {t(campaign.retry_of ? 'campaign.noGroupsRetry' : 'campaign.noGroups')}
        </Text>
      )}
    </Card>
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
  const retryProps = mode === 'TEST' ? { color: 'rust', rightSection: <TestTag /> } : {};
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
      {campaign.can_retry ? (
        <Button {...retryProps} component={Link} to={inMode(`${paths.newCampaign}?retry_of=${id}`, mode)}>
          {t('campaign.sendAgain', { count: unreachedCount(campaign) })}
        </Button>
      ) : null}
      {confirmDialog}
    </>
  );
}

export default withTexts(CampaignPage, { ...campaigns, ...files, ...logs, ...newCampaign });
