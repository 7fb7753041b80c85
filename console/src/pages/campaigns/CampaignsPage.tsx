// Campaigns, at `/campaigns`: the campaigns of a project, newest first.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import type { Mode } from '@godwit/contract/messages/statuses';
import { may } from '@godwit/contract/roles';
import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { campaignsQuery } from '../../api/campaigns.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { TestTag } from '../../components/frame/Mode.tsx';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { SendSmsButton } from '../../components/frame/SendSmsButton.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { Example } from '../../components/list/Example.tsx';
import { List } from '../../components/list/List.tsx';
import { toPageQuery, useModeAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { formatCount, formatInstant } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { inMode } from '../../session/mode.ts';
import { campaigns } from '../../text/campaigns/en.ts';
import { newCampaign } from '../../text/newCampaign/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { type Column, Lines } from '../../ui/DataTable.tsx';
import { CampaignPill, campaignStatusLabel, OUTCOMES, OutcomeBar } from './CampaignPill.tsx';
import { CompareBox, CompareLine } from './CompareChoice.tsx';
import { fromNavigation, parseListState, toNavigation } from './listState.ts';

function CampaignsPage() {
  const t = useText();
  const { project } = useProjects();
  const { state, mode, change } = useModeAddress(parseListState, fromNavigation);
  useLive(project?.id, mode);
  const found = useQuery({
    ...campaignsQuery(project?.id ?? '', mode, toPageQuery(state)),
    enabled: project !== null,
  });
  const scope = `${project?.id} ${mode}`;
  const [choice, setChoice] = useState<{ scope: string; ids: readonly string[] }>({ scope, ids: [] });
  const chosen = choice.scope === scope ? choice.ids : [];
  const setChosen = (ids: readonly string[]) => setChoice({ scope, ids });
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const box = (row: Campaign) => <CompareBox row={row} chosen={chosen} onToggle={() => toggle(row.id)} />;
  const columns = useColumns(box);
  // With none yet, the action that makes the first is beside the example.
  const isEmpty = found.data?.results.length === 0;
  if (!project) {
    return (
      <Page title={t('nav.campaigns')} asksVerification>
        <NoProject />
      </Page>
    );
  }
  const mayCreate = may(project.role, 'send');
  const actions = (
    <>
      <SendSmsButton mode={mode} secondary />
      {mayCreate && !isEmpty ? <NewCampaignButton mode={mode} /> : null}
    </>
  );
  return (
    <Page title={t('nav.campaigns')} mode={mode} asksVerification actions={actions}>
      {chosen.length > 0 ? <CompareLine chosen={chosen} onClear={() => setChosen([])} /> : null}
      <List
        label={t('nav.campaigns')}
        found={found}
        paging={{ state, change }}
        columns={columns}
        rowKey={({ id }) => id}
        stacked={(row) => <StackedCampaign row={row} />}
        link={({ id }) => ({ to: paths.campaign(id), state: toNavigation({ ...state, mode }) })}
        rowLabel={(row) =>
          t('campaigns.row', {
            name: row.name,
            status: t(campaignStatusLabel(row.status)),
            date: formatInstant(sendTimeOf(row) ?? row.created_at),
          })
        }
        isChosen={({ id }) => chosen.includes(id)}
        lead={box}
        empty={t(mode === 'TEST' ? 'campaigns.emptyTest' : 'campaigns.empty')}
        emptyAction={mayCreate ? <NewCampaignButton mode={mode} /> : null}
        emptyExample={<ExampleCampaign />}
      />
    </Page>
  );
}

const EXAMPLE = {
  ...{ recipients: 1240, delivered: 1178, failed: 38, skipped: 24 },
  ...{ waiting: 0, sent: 0, cancelled: 0, skipped_by: {} },
};

/** A sent campaign as the list will show it. */
function ExampleCampaign() {
  const t = useText();
  const { delivered, recipients } = EXAMPLE;
  return (
    <Example>
      <Group justify="space-between" gap="4px 16px">
        <Text span fw={500}>
          {t('campaigns.example')}
        </Text>
        <CampaignPill status="SENT" />
      </Group>
      <Text fz={13} mt={8} mb={4}>
        {t('campaigns.deliveredOf', { delivered, recipients })}
      </Text>
      <OutcomeBar counts={EXAMPLE} size={6} />
    </Example>
  );
}

function NewCampaignButton({ mode }: { mode: Mode }) {
  const t = useText();
  const buttonProps = mode === 'TEST' ? { color: 'rust', rightSection: <TestTag /> } : {};
  return (
    <Button {...buttonProps} component={Link} to={inMode(paths.newCampaign, mode)}>
      {t('campaigns.new')}
    </Button>
  );
}

/**
 * Returns when a campaign is or was to be sent: the scheduled time, otherwise the start. Null if it was
 * cancelled before its start.
 */
const sendTimeOf = ({ status, send_at, started_at, created_at }: Campaign): string | null =>
  status === 'CANCELLED' && started_at === null ? null : (send_at ?? started_at ?? created_at);

function SendTime({ row }: { row: Campaign }) {
  const t = useText();
  const time = sendTimeOf(row);
  return time === null ? t('field.none') : <Moment instant={time} row />;
}

/** @param box the control that chooses a campaign */
function useColumns(box: (row: Campaign) => ReactNode): Column<Campaign>[] {
  const t = useText();
  return [
    { id: 'choose', head: <VisuallyHidden>{t('compare.column')}</VisuallyHidden>, cell: box, width: '4%' },
    {
      id: 'name',
      head: t('field.name'),
      cell: (row) => (
        <Lines>
          <Name row={row} />
        </Lines>
      ),
    },
    {
      id: 'status',
      head: t('field.status'),
      cell: ({ status }) => <CampaignPill status={status} />,
      width: '11%',
    },
    { id: 'progress', head: t('status.DELIVERED'), cell: (row) => <Delivered row={row} />, width: '12%' },
    {
      id: 'time',
      head: t('field.sendTime'),
      cell: (row) => <SendTime row={row} />,
      width: '15%',
    },
    { id: 'from', head: t('field.from'), cell: (row) => row.from, width: '10%' },
    {
      id: 'groups',
      head: t('campaigns.groups'),
      cell: (row) => formatCount(row.include_groups_detail.length),
      align: 'right',
      width: '9%',
    },
    {
      id: 'id',
      head: t('campaigns.id'),
      cell: (row) => <CopyId id={row.id} label={t('campaigns.copyId')} row />,
      width: '13%',
    },
  ];
}

const Name = ({ row }: { row: Campaign }) => (
  <Text fw={500} lineClamp={2} title={row.name} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
    {row.name}
  </Text>
);

/**
 * Shows how many messages were delivered, over a bar of all outcomes, and a dash until the recipients are
 * fixed. `labelled` adds the label that a column head would give.
 */
function Delivered({ row: { counts }, labelled = false }: { row: Campaign; labelled?: boolean }) {
  const t = useText();
  const { delivered, recipients } = counts;
  if (recipients === 0) return t('field.none');
  const outcomes = OUTCOMES.filter(({ name }) => counts[name] > 0).map(({ name, label }) =>
    t('campaigns.outcome', { count: counts[name], outcome: t(label) }),
  );
  return (
    <Box title={outcomes.join(', ')} pb={4}>
      <Text inherit fz={13} lh="20px">
        {t(labelled ? 'campaigns.deliveredOf' : 'campaigns.delivered', { delivered, recipients })}
      </Text>
      <OutcomeBar counts={counts} size={6} />
    </Box>
  );
}

function StackedCampaign({ row }: { row: Campaign }) {
  const t = useText();
  const time = sendTimeOf(row);
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Name row={row} />
        <CampaignPill status={row.status} />
      </Group>
      <Group justify="space-between" gap="0 12px" fz={13} c="dimmed">
        {time === null ? null : <Moment instant={time} />}
        <span>
          {row.from} · {t('campaigns.groupCount', { count: row.include_groups_detail.length })}
        </span>
      </Group>
      {row.counts.recipients > 0 ? <Delivered row={row} labelled /> : null}
    </>
  );
}

export default withTexts(CampaignsPage, { ...campaigns, ...newCampaign });
