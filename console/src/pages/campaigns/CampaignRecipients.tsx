// The recipients of a campaign in pages: the messages, and the skipped contacts.

import type { Campaign, SkippedPage } from '@godwit/contract/campaigns/campaigns';
import { failureSentence, SKIP_REASONS } from '@godwit/contract/campaigns/rules';
import { Button, Tabs, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { openCampaignProof, openRecipients } from '../../api/campaignFiles.ts';
import { campaignMessagesQuery, campaignSkippedQuery } from '../../api/campaigns.ts';
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
import { unsentCount } from './counts.ts';
import { type ChosenRecipients, parseRecipients, RECIPIENTS, TABS } from './recipientsAddress.ts';

const NO_FILTER = { status: null, failure: null, skip: null };

export function CampaignRecipients({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { messages } = campaign;
  const unsent = unsentCount(campaign);
  const defaultTab = messages === 0 && unsent > 0 ? 'skipped' : 'messages';
  const { state, change } = useAddress(
    (params) => {
      const { tab, ...filter } = parseRecipients(params);
      return { tab: tab ?? defaultTab, ...filter, ...parsePage(params) };
    },
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
  const proof = {
    label: t('campaign.proof'),
    source: {
      file: 'campaign-consents.zip',
      open: (signal: AbortSignal) => openCampaignProof(campaign.id, campaign.project_id, signal),
    },
  };
  return (
    <Tabs
      mt={40}
      id={RECIPIENTS}
      ref={section}
      value={state.tab}
      keepMounted={false}
      onChange={(next) => change({ tab: oneOf(TABS, next) ?? 'messages', ...NO_FILTER })}
    >
      <Tabs.List mb={16}>
        <Tabs.Tab value="messages">{t('campaign.tabMessages', { count: messages })}</Tabs.Tab>
        <Tabs.Tab value="skipped">{t('campaign.tabSkipped', { count: unsent })}</Tabs.Tab>
      </Tabs.List>
      <Filters>
        {state.tab === 'messages' ? (
          <StatusFilter status={state.status} onChange={(status) => change({ ...NO_FILTER, status })} />
        ) : null}
        <ReasonFilter chosen={state} onRemove={() => change({ failure: null, skip: null })} />
        <DownloadMenu download={download} formats={[csvFormat(false), csvFormat(true), proof]} />
      </Filters>
      <DownloadLine download={download} />
      <Tabs.Panel value="messages">
        <Messages {...panel} chosen={state} />
      </Tabs.Panel>
      <Tabs.Panel value="skipped">
        <Skipped {...panel} chosen={state} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The reason that the list is limited to, as a button that removes it. */
function ReasonFilter({
  chosen: { tab, failure, skip },
  onRemove,
}: {
  chosen: ChosenRecipients;
  onRemove: () => void;
}) {
  const t = useText();
  const sentence = tab === 'skipped' ? skip && SKIP_REASONS[skip] : failure && failureSentence(failure);
  if (!sentence) return null;
  const reason = translate(sentence);
  return (
    <Button
      variant="outline"
      maw="100%"
      rightSection={<IconX size={16} aria-hidden="true" />}
      aria-label={t('campaign.removeReason', { reason })}
      onClick={onRemove}
    >
      <Text span inherit truncate maw={320} title={reason}>
        {reason}
      </Text>
    </Button>
  );
}

type PanelProps = { campaign: Campaign; paging: Address<ListPage>; chosen: ChosenRecipients };

function Messages({ campaign: { id, project_id }, paging, chosen }: PanelProps) {
  const t = useText();
  const { status, failure } = chosen;
  const page = {
    ...toPageQuery(paging.state),
    status: status ?? undefined,
    failure_reason: failure ?? undefined,
  };
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

function Skipped({ campaign: { id, project_id }, paging, chosen }: PanelProps) {
  const t = useText();
  const readable = useReadableNumber();
  const found = useQuery(
    campaignSkippedQuery(id, project_id, {
      ...toPageQuery(paging.state),
      reason: chosen.skip ?? undefined,
    }),
  );
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
