// Campaigns, at `/campaigns`: the campaigns of a project, newest first.

import type { Campaign } from '@godwit/contract/campaigns';
import { may } from '@godwit/contract/roles';
import type { Mode } from '@godwit/contract/statuses';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { campaignsQuery } from '../../api/campaigns.ts';
import { toPageQuery } from '../../components/address.ts';
import { CopyId } from '../../components/CopyId.tsx';
import { List } from '../../components/List.tsx';
import { ModeSwitch } from '../../components/ModeSwitch.tsx';
import { Moment } from '../../components/Moment.tsx';
import { NoProject, Page } from '../../components/Page.tsx';
import { SendSmsButton } from '../../components/SendSmsButton.tsx';
import { useModeAddress } from '../../components/useAddress.ts';
import { useLive } from '../../components/useLive.ts';
import { formatCount, formatInstant, shortId } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { campaigns } from '../../text/campaigns.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { TagBadge } from '../../ui/TagBadge.tsx';
import { CampaignPill, campaignWord } from './CampaignPill.tsx';
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
  const columns = useColumns();
  if (!project) {
    return (
      <Page title={t('nav.campaigns')}>
        <NoProject />
      </Page>
    );
  }
  const actions = (
    <>
      <ModeSwitch mode={mode} />
      <Button variant="outline" component={Link} to={paths.optOuts}>
        {t('nav.optOuts')}
      </Button>
      <SendSmsButton mode={mode} quiet />
      {may(project.role, 'send') ? <NewCampaignButton mode={mode} /> : null}
    </>
  );
  return (
    <Page title={t('nav.campaigns')} mode={mode} actions={actions}>
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
            status: t(campaignWord(row.status)),
            date: formatInstant(sendTimeOf(row)),
          })
        }
        empty={t(mode === 'TEST' ? 'campaigns.emptyTest' : 'campaigns.empty')}
      />
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

/** When it goes out or did: its time, or for one that went at once the time it was sent. */
const sendTimeOf = ({ send_at, started_at, created_at }: Campaign): string =>
  send_at ?? started_at ?? created_at;

function useColumns(): Column<Campaign>[] {
  const t = useText();
  return [
    {
      id: 'id',
      head: t('campaigns.id'),
      cell: (row) => <CopyId id={row.id} label={t('campaigns.copyId')} row />,
      width: '19%',
    },
    { id: 'name', head: t('field.name'), cell: (row) => <Name row={row} /> },
    {
      id: 'time',
      head: t('field.sendTime'),
      cell: (row) => <Moment instant={sendTimeOf(row)} row />,
      width: '20%',
    },
    { id: 'from', head: t('field.from'), cell: (row) => row.from, width: '14%' },
    {
      id: 'groups',
      head: t('campaigns.groups'),
      cell: (row) => formatCount(row.include_groups_detail.length),
      align: 'right',
      width: '12%',
    },
  ];
}

/** What is sent needs no word; the others stand out by theirs. */
function Name({ row }: { row: Campaign }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text span fw={500} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {row.name}
      </Text>
      {row.status === 'SENT' ? null : <CampaignPill status={row.status} />}
    </Group>
  );
}

function StackedCampaign({ row }: { row: Campaign }) {
  const t = useText();
  return (
    <>
      <Name row={row} />
      <Group justify="space-between" wrap="nowrap">
        <span>{row.from}</span>
        <Moment instant={sendTimeOf(row)} row />
      </Group>
      <Group justify="space-between" wrap="nowrap" fz={13} c="dimmed">
        <span>{t('campaigns.groupCount', { count: row.include_groups_detail.length })}</span>
        <span className="mono" title={row.id}>
          {shortId(row.id)}
        </span>
      </Group>
    </>
  );
}

export default withTexts(CampaignsPage, campaigns);
