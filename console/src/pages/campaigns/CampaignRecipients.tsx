// The recipients of a campaign in pages: the messages, and the skipped contacts.

import type { Campaign, SkippedPage } from '@godwit/contract/campaigns/campaigns';
import { SKIP_REASONS } from '@godwit/contract/campaigns/rules';
import { SHOWN_STATUSES, type ShownStatus } from '@godwit/contract/messages/statuses';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { campaignMessagesQuery, campaignSkippedQuery, openRecipients } from '../../api/campaigns.ts';
import { DownloadLine, DownloadMenu, useDownload } from '../../components/list/Download.tsx';
import { Filters, List } from '../../components/list/List.tsx';
import { StatusFilter } from '../../components/list/StatusFilter.tsx';
import {
  type Address,
  type ListPage,
  oneOf,
  parsePage,
  toPageQuery,
  useAddress,
} from '../../components/list/useAddress.ts';
import { useReadableNumber } from '../../phone.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { type Column, stackOf } from '../../ui/DataTable.tsx';
import { useLogRows } from '../logs/LogRows.tsx';
import { RECIPIENTS, unsentCount } from './counts.ts';

const TABS = ['messages', 'skipped'] as const;

export function CampaignRecipients({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { messages } = campaign;
  const unsent = unsentCount(campaign);
  const defaultTab = messages === 0 && unsent > 0 ? 'skipped' : 'messages';
  const { state, change } = useAddress(
    (params) => ({
      tab: oneOf(TABS, params.get('tab')) ?? defaultTab,
      status: oneOf(SHOWN_STATUSES, params.get('status')),
      ...parsePage(params),
    }),
    { isPart: true },
  );
  const { hash, key } = useLocation();
  const section = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: clicking the same figure again must scroll again
  useEffect(() => {
    if (hash === `#${RECIPIENTS}`) section.current?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  const panel = { campaign, paging: { state, change } };
  const download = useDownload();
  const csvFormat = (withText: boolean) => ({
    label: t(withText ? 'report.csvText' : 'report.csv'),
    source: {
      file: 'campaign.csv',
      open: (signal: AbortSignal) => openRecipients(campaign.id, campaign.project_id, withText, signal),
    },
  });
  return (
    <Tabs
      mt={40}
      id={RECIPIENTS}
      ref={section}
      value={state.tab}
      keepMounted={false}
      onChange={(next) => change({ tab: oneOf(TABS, next) ?? 'messages', status: null })}
    >
      <Tabs.List mb={16}>
        <Tabs.Tab value="messages">{t('campaign.tabMessages', { count: messages })}</Tabs.Tab>
        <Tabs.Tab value="skipped">{t('campaign.tabSkipped', { count: unsent })}</Tabs.Tab>
      </Tabs.List>
      <Filters>
        {state.tab === 'messages' ? (
          <StatusFilter status={state.status} onChange={(status) => change({ status })} />
        ) : null}
        <DownloadMenu download={download} formats={[csvFormat(false), csvFormat(true)]} />
      </Filters>
      <DownloadLine download={download} />
      <Tabs.Panel value="messages">
        <Messages {...panel} status={state.status} />
      </Tabs.Panel>
      <Tabs.Panel value="skipped">
        <Skipped {...panel} />
      </Tabs.Panel>
    </Tabs>
  );
}

type PanelProps = { campaign: Campaign; paging: Address<ListPage> };

type MessagesProps = PanelProps & { status: ShownStatus | null };

function Messages({ campaign: { id, project_id }, paging, status }: MessagesProps) {
  const t = useText();
  const page = { ...toPageQuery(paging.state), status: status ?? undefined };
  const found = useQuery(campaignMessagesQuery(id, project_id, page));
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
    { id: 'reason', head: t('field.reason'), cell: ({ reason }) => translate(SKIP_REASONS[reason]) },
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
