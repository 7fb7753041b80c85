// The form of a campaign, and the way to its review. What is written is kept in the browser until it is sent.

import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaigns/rules';
import { fieldsWithoutFallback, hasMergeFields, MERGE_FIELDS } from '@godwit/contract/messages/mergeFields';
import { countSegments, type SegmentCount } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { Anchor, Checkbox, Group, Input, MultiSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { CampaignForm as Form } from '../../api/campaigns.ts';
import { groupsQuery } from '../../api/contacts.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { ComposeForm, Pair, QuietNote, TemplateTools } from '../../components/message/ComposeForm.tsx';
import { contentProblem, MessageField } from '../../components/message/MessageField.tsx';
import { SenderField, useSenders } from '../../components/message/SenderField.tsx';
import { SummaryCard, SummaryLine, SummaryNote } from '../../components/message/SummaryCard.tsx';
import { TimeField } from '../../components/message/TimeField.tsx';
import { formatCount } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor, linkTo } from '../../ui/richText.tsx';
import { unreachedOf } from './counts.ts';
import { type Draft, type FieldErrors, useCampaignDraft } from './draft.ts';
import { formOf, useReview } from './useReview.ts';

// The form does not wait for its review.
const CreateDialog = lazyPart(() => import('./CreateDialog.tsx'), 'CreateDialog');
const LiveEstimate = lazyPart(() => import('./LiveEstimate.tsx'), 'LiveEstimate');
const TestDialog = lazyPart(() => import('./TestDialog.tsx'), 'TestDialog');

const FIELD_WORDS = { first_name: 'field.firstName', last_name: 'field.lastName' } as const;

type Props = {
  project: ProjectSummary;
  mode: Mode;
  /** What it begins from; each has a kept draft of its own. */
  source: string | null;
  /** Goes to the contacts that this one did not reach, instead of to groups. */
  retryOf: Campaign | null;
  /** The campaign that is changed; null for a new one. */
  editing: string | null;
  initial: Draft;
};

/**
 * The groups there are, undefined while they load, and of the chosen ones those that are among them: one may
 * have been deleted since.
 */
function useGroups(ids: readonly string[]) {
  const groups = useQuery(groupsQuery);
  const byId = new Map(groups.data?.map((group) => [group.id, group]));
  const chosen = ids.map((id) => byId.get(id)).filter((group) => group !== undefined);
  return {
    all: groups.data,
    chosen,
    failed: groups.isError && !groups.data,
    retry: () => void groups.refetch(),
  };
}

type Groups = ReturnType<typeof useGroups>;

type GroupsProps = { groups: Groups; error?: string | undefined; onChange: (ids: string[]) => void };

export function CampaignForm({ project, mode, source, retryOf, editing, initial }: Props) {
  const t = useText();
  const [testing, setTesting] = useState<boolean | null>(null);
  const kept = useCampaignDraft({ projectId: project.id, source, initial });
  const { draft, form } = kept;
  const errors: FieldErrors = form.errors;
  const senders = useSenders(project.id, mode, draft.from);
  const groups = useGroups(draft.groups);
  const promotional = senders.chosen?.is_promotional ?? false;
  const home = useTeam().region.id;
  const unfilled = fieldsWithoutFallback(draft.content)[0];
  const count = useMemo(() => countSegments(draft.content, { promotional }), [draft.content, promotional]);
  const from = senders.chosen?.id ?? null;
  const given = { project, mode, retryOf, groups: groups.chosen };
  const review = useReview({ ...given, kept, editing, from, count });
  const problem = contentProblem(draft.content, count, t);
  const isWritten = from !== null && draft.content.trim() !== '' && problem === null;
  const isWhole = isWritten && (retryOf !== null || groups.chosen.length > 0);

  const summary = (
    <CampaignSummary
      draft={draft}
      mode={mode}
      count={count}
      groups={groups}
      retryOf={retryOf}
      editing={editing}
      form={isWhole ? { ...formOf(draft, { ...given, from }), name: '' } : null}
      busy={review.counting}
      paused={review.counting || review.opened}
      onClear={kept.isKept ? kept.clear : null}
    />
  );
  return (
    <>
      <ComposeForm
        onReview={review.open}
        done={null}
        side={summary}
        preview={{ sender: from, text: draft.content, promotional }}
      >
        <TextInput
          label={t('compose.name')}
          maxLength={MAX_CAMPAIGN_NAME}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {retryOf ? (
          <RetryField campaign={retryOf} error={errors.groups} />
        ) : (
          <GroupsField groups={groups} {...form.getInputProps('groups')} />
        )}
        <Checkbox
          label={t('compose.toLandlines')}
          description={t('compose.toLandlinesText')}
          {...form.getInputProps('toLandlines', { type: 'checkbox' })}
        />
        <MessageField
          {...form.getInputProps('content')}
          body={draft.content}
          count={count}
          promotional={promotional}
          error={errors.content ?? problem ?? undefined}
          insertables={MERGE_FIELDS.map((name) => ({ text: `{${name}}`, label: t(FIELD_WORDS[name]) }))}
          tools={
            <>
              <TemplateTools
                projectId={project.id}
                content={draft.content}
                merges
                onUse={(content) => form.setFieldValue('content', content)}
              />
              {isWritten ? (
                <Anchor component="button" type="button" inherit mih={24} onClick={() => setTesting(true)}>
                  {t('compose.testToMe')}
                </Anchor>
              ) : null}
            </>
          }
        />
        {unfilled ? (
          <Text mt={-12} fz={13} c="dimmed">
            {t('compose.fallback', { example: `{${unfilled}|${t('review.fallback')}}` })}
          </Text>
        ) : null}
        <Pair>
          <SenderField senders={senders} {...form.getInputProps('from')} />
          <TimeField at={draft.at} timezone={project.timezone} {...form.getInputProps('at')} />
        </Pair>
        {/* Most contacts are of the team's own country; the review knows all of them. */}
        {promotional ? (
          <QuietNote
            project={project}
            countries={[home]}
            at={draft.at}
            onSendAt={(at) => form.setFieldValue('at', at)}
          />
        ) : null}
      </ComposeForm>
      <Suspense fallback={null}>
        {testing !== null && from !== null ? (
          <TestDialog
            opened={testing}
            onClose={() => setTesting(false)}
            projectId={project.id}
            mode={mode}
            from={from}
            content={draft.content}
            groups={retryOf ? retryOf.include_groups_detail : groups.chosen}
          />
        ) : null}
        <CreateDialog
          review={review}
          note={
            promotional && review.shown ? (
              <QuietNote
                project={project}
                countries={byMessages(review.shown.preview.countries)}
                at={review.shown.at}
                onSendAt={(at) => void review.open(at)}
                inReview
              />
            ) : null
          }
        />
      </Suspense>
    </>
  );
}

/** Countries, that of most messages first. */
const byMessages = (countries: Record<string, number>): string[] =>
  Object.entries(countries)
    .sort(([, a], [, b]) => b - a)
    .map(([country]) => country);

/** Which groups a campaign goes to, each with its size. */
function GroupsField({ groups: { all, chosen, failed, retry }, error, onChange }: GroupsProps) {
  const t = useText();
  // Nobody has done anything wrong yet, so this is no error.
  const hint = all?.length === 0 ? t.rich('compose.noGroups', { link: linkTo(paths.groups) }) : undefined;
  const sizes = new Map(all?.map(({ id, contacts }) => [id, contacts]));
  return (
    <MultiSelect
      label={t('compose.groups')}
      placeholder={chosen.length === 0 ? t('group.choose') : ''}
      data={(all ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      disabled={!all}
      value={chosen.map(({ id }) => id)}
      onChange={onChange}
      searchable
      hidePickedOptions
      limit={100}
      maxDropdownHeight={264}
      nothingFoundMessage={t('group.noneFound')}
      comboboxProps={{ withinPortal: false }}
      renderOption={({ option }) => (
        <Group flex={1} justify="space-between" wrap="nowrap">
          <Text span inherit style={{ overflowWrap: 'anywhere' }}>
            {option.label}
          </Text>
          <Text span inherit flex="none" c="dimmed">
            {t('compose.contacts', { count: sizes.get(option.value) ?? 0 })}
          </Text>
        </Group>
      )}
      description={hint}
      error={failed ? t.rich('compose.groupsFailed', { retry: buttonFor(retry) }) : error}
    />
  );
}

/** In place of the groups: which contacts another campaign did not reach. */
function RetryField({ campaign, error }: { campaign: Campaign; error: string | undefined }) {
  const t = useText();
  const { failed, cancelled, skipped } = campaign.counts;
  const link = linkTo(paths.campaign(campaign.id));
  const parts = [
    failed > 0 ? t('compose.retryFailed', { count: failed }) : '',
    cancelled > 0 ? t('compose.retryCancelled', { count: cancelled }) : '',
    skipped > 0 ? t('compose.retrySkipped', { count: skipped }) : '',
  ].filter(Boolean);
  const values = { count: unreachedOf(campaign), name: campaign.name, parts: parts.join(', '), link };
  return (
    <Input.Wrapper label={t('field.recipients')} labelElement="div" error={error}>
      <div>{t.rich('compose.retryOf', values)}</div>
    </Input.Wrapper>
  );
}

type SummaryProps = {
  draft: Draft;
  mode: Mode;
  count: SegmentCount;
  groups: Groups;
  retryOf: Campaign | null;
  editing: string | null;
  /** What is counted while it is written; null while that is not whole. */
  form: Form | null;
  /** The exact figures are being worked out, or are shown. */
  busy: boolean;
  paused: boolean;
  /** Forgets the draft; null where there is nothing in it. */
  onClear: (() => void) | null;
};

/** What is known of a campaign while it is written. The exact figures are the review's. */
function CampaignSummary(props: SummaryProps) {
  const { draft, mode, count, retryOf, editing, form, busy, onClear } = props;
  const { chosen } = props.groups;
  const t = useText();
  const inGroups = chosen.reduce((sum, { contacts }) => sum + contacts, 0);
  const differs = hasMergeFields(draft.content);
  const lines = (
    <>
      {retryOf ? (
        <SummaryLine label={t('compose.unreached')} value={formatCount(unreachedOf(retryOf))} />
      ) : (
        <>
          <SummaryLine label={t('field.groups')} value={formatCount(chosen.length)} />
          <SummaryLine label={t('compose.inGroups')} value={formatCount(inGroups)} />
        </>
      )}
      <SummaryLine
        label={t('field.segmentsEach')}
        value={differs ? t('compose.segmentsDiffer') : formatCount(count.segments)}
      />
      <Suspense fallback={null}>
        <LiveEstimate
          form={form}
          editing={editing}
          contacts={retryOf ? unreachedOf(retryOf) : inGroups}
          segments={count.segments}
          mode={mode}
          paused={props.paused}
        />
      </Suspense>
    </>
  );
  const notes = (
    <>
      <SummaryNote tone="quiet">{t('compose.exact')}</SummaryNote>
      {mode === 'TEST' ? <SummaryNote tone="test">{t('send.notCharged')}</SummaryNote> : null}
      {onClear ? (
        <SummaryNote tone="quiet">{t.rich('send.kept', { clear: buttonFor(onClear) })}</SummaryNote>
      ) : null}
    </>
  );
  return <SummaryCard title={t('compose.summary')} mode={mode} busy={busy} lines={lines} notes={notes} />;
}
