// The campaign form, which leads to the review. The browser keeps the draft until the campaign is created.

import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaigns/campaignName';
import type { ContactGroup } from '@godwit/contract/contacts';
import { fieldsWithoutFallback, hasMergeFields, MERGE_FIELDS } from '@godwit/contract/messages/mergeFields';
import { countSegments, type SegmentCount } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { Anchor, Checkbox, Group, MultiSelect, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { CampaignFields } from '../../api/campaigns.ts';
import { groupsQuery } from '../../api/contacts.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { ComposeForm, Pair, QuietNote, TemplateTools } from '../../components/message/ComposeForm.tsx';
import { contentProblem, MessageField } from '../../components/message/MessageField.tsx';
import { SenderField, useSenders } from '../../components/message/SenderField.tsx';
import { SummaryCard, SummaryLine, SummaryNote } from '../../components/message/SummaryCard.tsx';
import { TimeField } from '../../components/message/TimeField.tsx';
import { formatCount } from '../../format.ts';
import { paths } from '../../paths.ts';
import { classOfSender } from '../../senderClass.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor, linkTo } from '../../ui/richText.tsx';
import { type Draft, type FieldErrors, useCampaignDraft } from './draft.ts';
import { type Retried, type Retry, retryFor } from './retry.ts';
import { useFirstContacts, useRecipientPreview } from './useRecipientPreview.tsx';
import { toFields, useReview } from './useReview.ts';

// The form appears before these parts have loaded.
const createDialog = () => import('./CreateDialog.tsx');
const CreateDialog = lazyPart(createDialog, 'CreateDialog');
const RetryField = lazyPart(createDialog, 'RetryField');
const LiveEstimate = lazyPart(() => import('./LiveEstimate.tsx'), 'LiveEstimate');
const TestDialog = lazyPart(() => import('./TestDialog.tsx'), 'TestDialog');

const FIELD_LABELS = { first_name: 'field.firstName', last_name: 'field.lastName' } as const;

type Props = {
  project: ProjectSummary;
  mode: Mode;
  /** The kind and id of the source campaign, such as `copy-<id>`. Each source has its own draft. */
  source: string | null;
  /** The campaign whose unreached contacts are the recipients, instead of groups. */
  retryOf: Retried | null;
  /** Id of the campaign that is edited; null for a new one. */
  editing: string | null;
  initial: Draft;
};

/**
 * Returns all groups, undefined while they load, and the chosen ones. A chosen group that has been deleted is
 * left out. `load` waits for the groups and returns the chosen ones.
 */
function useGroups(ids: readonly string[]) {
  const groups = useQuery(groupsQuery);
  const choose = (all: ContactGroup[] | undefined) => {
    const byId = new Map(all?.map((group) => [group.id, group]));
    return ids.map((id) => byId.get(id)).filter((group) => group !== undefined);
  };
  return {
    all: groups.data,
    chosen: choose(groups.data),
    load: async () => choose((groups.data ? groups : await groups.refetch({ cancelRefetch: false })).data),
    failed: groups.isError && !groups.data,
    retry: () => void groups.refetch(),
  };
}

type Groups = ReturnType<typeof useGroups>;

type GroupsProps = { groups: Groups; error?: string | undefined; onChange: (ids: string[]) => void };

export function CampaignForm({ project, mode, source, retryOf, editing, initial }: Props) {
  const t = useText();
  const [testing, setTesting] = useState<boolean | null>(null);
  const draftState = useCampaignDraft({ projectId: project.id, source, initial });
  const { draft, form } = draftState;
  const errors: FieldErrors = form.errors;
  const senders = useSenders(project.id, mode, draft.from);
  const groups = useGroups(draft.groups);
  const promotional = senders.chosen?.is_promotional ?? false;
  const contentClass = senders.chosen && classOfSender(senders.chosen);
  const homeCountry = useTeam().region.id;
  const fieldWithoutFallback = fieldsWithoutFallback(draft.content)[0];
  const count = useMemo(() => countSegments(draft.content, { promotional }), [draft.content, promotional]);
  const from = senders.chosen?.id ?? null;
  const retry = retryOf && retryFor(retryOf, draft.toLandlines);
  const target = { project, mode, retryOf, groups: groups.chosen };
  const review = useReview({
    ...{ project, mode, retryOf, draftState, editing, count },
    loadSender: senders.load,
    loadGroups: groups.load,
  });
  // A retry goes to some contacts of its groups only, so its first recipients are not known here.
  const seen = useRecipientPreview(
    draft.content,
    useFirstContacts(draft.content, retryOf ? [] : groups.chosen),
  );
  const problem = contentProblem(draft.content, count, t);
  const hasMessage = from !== null && draft.content.trim() !== '' && problem === null;
  const isComplete = hasMessage && (retryOf !== null || groups.chosen.length > 0);

  const summary = (
    <CampaignSummary
      draft={draft}
      mode={mode}
      count={count}
      groups={groups}
      retry={retry}
      editing={editing}
      fields={isComplete ? { ...toFields(draft, { ...target, from }), name: '' } : null}
      busy={review.counting}
      paused={review.counting || review.opened}
      onClear={draftState.hasChanges ? draftState.clear : null}
    />
  );
  return (
    <>
      <ComposeForm
        onReview={review.open}
        done={null}
        side={summary}
        preview={{ sender: from, text: draft.content, promotional, ...seen }}
      >
        <TextInput
          label={t('compose.name')}
          maxLength={MAX_CAMPAIGN_NAME}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {retryOf && retry ? (
          <Suspense fallback={<Skeleton height={72} />}>
            <RetryField campaign={retryOf} retry={retry} error={errors.groups} />
          </Suspense>
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
          insertables={MERGE_FIELDS.map((name) => ({ text: `{${name}}`, label: t(FIELD_LABELS[name]) }))}
          tools={
            <>
              <TemplateTools
                projectId={project.id}
                content={draft.content}
                merges
                onUse={(content) => form.setFieldValue('content', content)}
              />
              {hasMessage ? (
                <Anchor component="button" type="button" inherit mih={24} onClick={() => setTesting(true)}>
                  {t('compose.testToMe')}
                </Anchor>
              ) : null}
            </>
          }
        />
        {fieldWithoutFallback ? (
          <Text mt={-12} fz={13} c="dimmed">
            {t('compose.fallback', { example: `{${fieldWithoutFallback}|${t('review.fallback')}}` })}
          </Text>
        ) : null}
        <Pair>
          <SenderField senders={senders} {...form.getInputProps('from')} />
          <TimeField at={draft.at} timezone={project.timezone} {...form.getInputProps('at')} />
        </Pair>
        {/* Assumes the team's own country, where most contacts are. The review uses the actual countries. */}
        {contentClass ? (
          <QuietNote
            project={project}
            contentClass={contentClass}
            countries={[homeCountry]}
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
          retry={retry}
          note={
            contentClass && review.shown ? (
              <QuietNote
                project={project}
                contentClass={contentClass}
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

/** The countries in order of messages, most first. */
const byMessages = (countries: Record<string, number>): string[] =>
  Object.entries(countries)
    .sort(([, a], [, b]) => b - a)
    .map(([country]) => country);

/** Selects the groups that the campaign goes to, each shown with its size. */
function GroupsField({ groups: { all, chosen, failed, retry }, error, onChange }: GroupsProps) {
  const t = useText();
  // This is a hint, not an error, because the user has made no mistake.
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

type SummaryProps = {
  draft: Draft;
  mode: Mode;
  count: SegmentCount;
  groups: Groups;
  /** Whom it is sent to again; null if it goes to groups. */
  retry: Retry | null;
  editing: string | null;
  /** The campaign to count while the user types; null while it is incomplete. */
  fields: CampaignFields | null;
  /** The review is counting. */
  busy: boolean;
  /** The review is counting or open. */
  paused: boolean;
  /** Discards the draft; null if there is nothing to discard. */
  onClear: (() => void) | null;
};

/** Summarizes a campaign while the user types. Only the review shows exact figures. */
function CampaignSummary(props: SummaryProps) {
  const { draft, mode, count, retry, editing, fields, busy, onClear } = props;
  const { chosen } = props.groups;
  const t = useText();
  const inGroups = chosen.reduce((sum, { contacts }) => sum + contacts, 0);
  const lines = (
    <>
      {retry ? (
        <SummaryLine label={t('compose.unreached')} value={formatCount(retry.count)} />
      ) : (
        <>
          <SummaryLine label={t('field.groups')} value={formatCount(chosen.length)} />
          <SummaryLine label={t('compose.inGroups')} value={formatCount(inGroups)} />
        </>
      )}
      {/* As high as the lines to come, so the button does not move from under the pointer. */}
      <Suspense fallback={<Skeleton height={100} />}>
        <LiveEstimate
          fields={fields}
          editing={editing}
          contacts={retry ? retry.count : inGroups}
          segments={count.segments}
          same={!hasMergeFields(draft.content)}
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
