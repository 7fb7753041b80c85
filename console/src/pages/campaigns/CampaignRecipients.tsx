// Everybody a campaign was for, by page: the messages, and who was skipped.
import { type Campaign, SKIP_REASONS, type SkippedPage } from '@godwit/contract/campaigns';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { campaignMessagesQuery, campaignSkippedQuery } from '../../api/campaigns.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { type ListPage, PAGE_SIZES, parsePage, setPage, toPageQuery } from '../../listPage.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LogRows } from '../logs/LogRows.tsx';
import classes from './CampaignRecipients.module.css';

const TABS = ['messages', 'skipped'] as const;
type Tab = (typeof TABS)[number];

export function CampaignRecipients({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const { messages, counts } = campaign;
  const tab =
    TABS.find((one) => one === params.get('tab')) ??
    (messages === 0 && counts.skipped > 0 ? 'skipped' : 'messages');
  const page = parsePage(params);

  function show(next: Tab, at: ListPage): void {
    const address = new URLSearchParams({ tab: next });
    setPage(address, at);
    setParams(address, { replace: true, preventScrollReset: true });
  }

  const pages = { page, onPage: (at: ListPage) => show(tab, at) };
  return (
    <div className={classes.section}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => show(TABS.find((one) => one === next) ?? 'messages', { ...page, page: 1 })}
      >
        <Tabs.List className={classes.list ?? ''}>
          <Tabs.Tab value="messages">{t('campaign.tabMessages', { count: messages })}</Tabs.Tab>
          <Tabs.Tab value="skipped">{t('campaign.tabSkipped', { count: counts.skipped })}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="messages">
          <Messages campaign={campaign} {...pages} />
        </Tabs.Panel>
        <Tabs.Panel value="skipped">
          <Skipped campaign={campaign} {...pages} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

type PanelProps = { campaign: Campaign; page: ListPage; onPage: (page: ListPage) => void };

function Messages({ campaign: { id, project_id }, page, onPage }: PanelProps) {
  const t = useText();
  const list = useQuery(campaignMessagesQuery(id, project_id, toPageQuery(page)));
  if (list.isError && !list.data)
    return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <LogRows
      label={t('campaign.messageList')}
      rows={list.data?.results}
      navigation={{ campaign: id }}
      dim={list.isPlaceholderData}
      empty={<EmptyState text={t('campaign.noMessages')} />}
      footer={<PageFoot list={list.data} page={page} onPage={onPage} />}
    />
  );
}

type SkippedRow = SkippedPage['results'][number];

function Skipped({ campaign: { id, project_id }, page, onPage }: PanelProps) {
  const t = useText();
  const readable = useReadableNumber();
  const list = useQuery(campaignSkippedQuery(id, project_id, toPageQuery(page)));
  if (list.isError && !list.data)
    return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  const columns: Column<SkippedRow>[] = [
    { id: 'to', head: t('campaign.number'), cell: ({ to }) => readable(to), width: '24%' },
    {
      id: 'person',
      head: t('campaign.person'),
      cell: (row) => `${row.first_name} ${row.last_name}`.trim() || t('campaign.none'),
      width: '28%',
    },
    { id: 'reason', head: t('campaign.reason'), cell: ({ reason }) => SKIP_REASONS[reason] },
  ];
  return (
    <DataTable
      label={t('campaign.skipped')}
      columns={columns}
      rows={list.data?.results}
      rowKey={({ to }) => to}
      dim={list.isPlaceholderData}
      empty={<EmptyState text={t('campaign.noSkipped')} />}
      footer={<PageFoot list={list.data} page={page} onPage={onPage} />}
    />
  );
}

type FootProps = {
  list: { total: number; total_pages: number } | undefined;
  page: ListPage;
  onPage: (page: ListPage) => void;
};

function PageFoot({ list, page: { page, pageSize }, onPage }: FootProps) {
  return (
    <Pager
      total={list?.total}
      page={page}
      pages={list?.total_pages ?? 1}
      pageSize={pageSize}
      pageSizes={PAGE_SIZES}
      onPage={(next) => onPage({ page: next, pageSize })}
      onPageSize={(size) => onPage({ page: 1, pageSize: size })}
    />
  );
}
