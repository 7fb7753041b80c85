// What is known of a campaign while it is written. The exact figures are the review's.
import type { Campaign } from '@godwit/contract/campaigns';
import { hasMergeFields } from '@godwit/contract/mergeFields';
import type { SegmentCount } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { SummaryCard, SummaryLine, SummaryNote } from '../../components/SummaryCard.tsx';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import type { Draft } from './draft.ts';
import type { Groups } from './GroupsField.tsx';
import { unreachedOf } from './RetryField.tsx';

type Props = {
  draft: Draft;
  mode: Mode;
  count: SegmentCount;
  groups: Groups;
  retryOf: Campaign | null;
  /** The exact figures are being worked out. */
  busy: boolean;
  /** Forgets the draft; null where there is nothing in it. */
  onClear: (() => void) | null;
};

export function CampaignSummary({ draft, mode, count, groups: { chosen }, retryOf, busy, onClear }: Props) {
  const t = useText();
  const inGroups = chosen.reduce((sum, { contacts }) => sum + contacts, 0);
  const differs = hasMergeFields(draft.content);
  const lines = (
    <>
      {retryOf ? (
        <SummaryLine label={t('compose.unreached')} value={formatCount(unreachedOf(retryOf))} />
      ) : (
        <>
          <SummaryLine label={t('compose.chosenGroups')} value={formatCount(chosen.length)} />
          <SummaryLine label={t('compose.inGroups')} value={formatCount(inGroups)} />
        </>
      )}
      <SummaryLine
        label={t('compose.segmentsEach')}
        value={differs ? t('compose.segmentsDiffer') : formatCount(count.segments)}
      />
    </>
  );
  const clear = (words: ReactNode) => (
    <Anchor key="clear" component="button" type="button" inherit onClick={onClear ?? undefined}>
      {words}
    </Anchor>
  );
  const notes = (
    <>
      <SummaryNote tone="quiet">{t('compose.exact')}</SummaryNote>
      {mode === 'TEST' ? <SummaryNote tone="test">{t('send.notCharged')}</SummaryNote> : null}
      {onClear ? <SummaryNote tone="quiet">{t.rich('compose.kept', { clear })}</SummaryNote> : null}
    </>
  );
  return <SummaryCard title={t('compose.summary')} mode={mode} busy={busy} lines={lines} notes={notes} />;
}
