// The recipients of a campaign, by page: the messages, and the contacts that were skipped.
import { SKIP_REASONS } from '@godwit/contract/campaignRules';
import type { Campaign, SkippedPage } from '@godwit/contract/campaigns';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { campaignMessagesQuery, campaignSkippedQuery } from '../../api/campaigns.ts';
import { List } from '../../components/List.tsx';
import {
  type Address,
  type ListPage,
  oneOf,
  parsePage,
  toPageQuery,
  useAddress,
} from '../../components/useAddress.ts';
import { useReadableNumber } from '../../phone.ts';
import { said } from '../../text/sentences.ts';
import { useText } from '../../text/useText.ts';
import { type Column, stackOf } from '../../ui/DataTable.tsx';
import { useLogRows } from '../logs/LogRows.tsx';
import { unsentOf } from './counts.ts';

const TABS = ['messages', 'skipped'] as const;

export function CampaignRecipients({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { messages } = campaign;
  const unsent = unsentOf(campaign);
  const first = messages === 0 && unsent > 0 ? 'skipped' : 'messages';
  const { state, change } = useAddress(
    (params) => ({ tab: oneOf(TABS, params.get('tab')) ?? first, ...parsePage(params) }),
    { isPart: true },
  );
  const panel = { campaign, paging: { state, change } };
  return (
    <Tabs
      mt={40}
      value={state.tab}
      keepMounted={false}
      onChange={(next) => change({ tab: oneOf(TABS, next) ?? 'messages' })}
    >
      <Tabs.List mb={16}>
        <Tabs.Tab value="messages">{t('campaign.tabMessages', { count: messages })}</Tabs.Tab>
        <Tabs.Tab value="skipped">{t('campaign.tabSkipped', { count: unsent })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="messages">
        <Messages {...panel} />
      </Tabs.Panel>
      <Tabs.Panel value="skipped">
        <Skipped {...panel} />
      </Tabs.Panel>
    </Tabs>
  );
}

type PanelProps = { campaign: Campaign; paging: Address<ListPage> };

function Messages({ campaign: { id, project_id }, paging }: PanelProps) {
  const t = useText();
  const found = useQuery(campaignMessagesQuery(id, project_id, toPageQuery(paging.state)));
  return (
    <List
      {...useLogRows({ campaign: id })}
      label={t('field.messages')}
      found={found}
      paging={paging}
      empty={t('campaign.noMessages')}
    />
  );
}

type SkippedRow = SkippedPage['results'][number];

function Skipped({ campaign: { id, project_id }, paging }: PanelProps) {
  const t = useText();
  const readable = useReadableNumber();
  const found = useQuery(campaignSkippedQuery(id, project_id, toPageQuery(paging.state)));
  const columns: Column<SkippedRow>[] = [
    { id: 'to', head: t('field.number'), cell: ({ to }) => readable(to), width: '24%' },
    {
      id: 'person',
      head: t('field.name'),
      cell: (row) => `${row.first_name} ${row.last_name}`.trim() || t('field.none'),
      width: '28%',
    },
    { id: 'reason', head: t('field.reason'), cell: ({ reason }) => said(SKIP_REASONS[reason]) },
  ];
  return (
    <List
      label={t('campaign.skipped')}
      found={found}
      paging={paging}
      columns={columns}
      stackBelow="48em"
      stacked={stackOf(columns)}
      rowKey={({ to }) => to}
      empty={t('campaign.noSkipped')}
    />
  );
}
