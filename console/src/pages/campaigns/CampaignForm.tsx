// The form of a campaign, and the way to its review. What is written is kept in the browser until it is sent.
import { type Campaign, MAX_CAMPAIGN_NAME } from '@godwit/contract/campaigns';
import { MERGE_FIELDS } from '@godwit/contract/mergeFields';
import type { ProjectSummary } from '@godwit/contract/projects';
import { countSegments } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { ComposeForm, Pair } from '../../components/ComposeForm.tsx';
import { MessageField } from '../../components/MessageField.tsx';
import { SenderField, useSenders } from '../../components/SenderField.tsx';
import { TimeField } from '../../components/TimeField.tsx';
import { useText } from '../../text/useText.ts';
import { CampaignSummary } from './CampaignSummary.tsx';
import { CreateDialog } from './CreateDialog.tsx';
import { contentProblem, type Draft, type Field } from './draft.ts';
import { GroupsField, useGroups } from './GroupsField.tsx';
import { RetryField } from './RetryField.tsx';
import { useCampaignDraft } from './useCampaignDraft.ts';
import { useReview } from './useReview.ts';

const FIELD_WORDS = { first_name: 'compose.firstName', last_name: 'compose.lastName' } as const;

type Props = {
  project: ProjectSummary;
  mode: Mode;
  /** What it begins from; each has a kept draft of its own. */
  source: string | null;
  /** Goes to those whom this one did not reach, instead of to groups. */
  retryOf: Campaign | null;
  initial: Draft;
};

export function CampaignForm({ project, mode, source, retryOf, initial }: Props) {
  const t = useText();
  const kept = useCampaignDraft({ projectId: project.id, source, initial });
  const { draft, errors, edit } = kept;
  const senders = useSenders(project.id, mode, draft.from);
  const groups = useGroups(draft.groups);
  const promotional = senders.chosen?.is_promotional ?? false;
  const count = useMemo(() => countSegments(draft.content, { promotional }), [draft.content, promotional]);
  const review = useReview({ kept, project, mode, retryOf, from: senders.chosen?.id ?? null, groups, count });

  const set =
    <Name extends keyof Draft>(field: Field, name: Name) =>
    (value: Draft[Name]) =>
      edit(field, { [name]: value });
  const summary = (
    <CampaignSummary
      draft={draft}
      mode={mode}
      count={count}
      groups={groups}
      retryOf={retryOf}
      busy={review.counting}
      onClear={kept.isKept ? kept.clear : null}
    />
  );
  return (
    <>
      <ComposeForm onReview={review.open} done={null} side={summary}>
        <TextInput
          label={t('compose.name')}
          maxLength={MAX_CAMPAIGN_NAME}
          autoComplete="off"
          value={draft.name}
          error={errors.name}
          onChange={(event) => set('name', 'name')(event.currentTarget.value)}
        />
        {retryOf ? (
          <RetryField campaign={retryOf} error={errors.groups} />
        ) : (
          <GroupsField groups={groups} error={errors.groups} onChange={set('groups', 'groups')} />
        )}
        <MessageField
          body={draft.content}
          count={count}
          promotional={promotional}
          error={errors.content ?? contentProblem(draft.content, count, t) ?? undefined}
          insertables={MERGE_FIELDS.map((name) => ({ text: `{${name}}`, label: t(FIELD_WORDS[name]) }))}
          onChange={set('content', 'content')}
        />
        <Pair>
          <SenderField senders={senders} error={errors.sender} onChange={set('sender', 'from')} />
          <TimeField
            at={draft.at}
            timezone={project.timezone}
            error={errors.time}
            onChange={set('time', 'at')}
          />
        </Pair>
      </ComposeForm>
      <CreateDialog review={review} />
    </>
  );
}
