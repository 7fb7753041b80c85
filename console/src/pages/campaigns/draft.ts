// The draft of New Campaign, its validation, and its storage in the browser.
import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaigns/campaignName';
import { MAX_CHARACTERS, type SegmentCount } from '@godwit/contract/messages/segments';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { CampaignFields } from '../../api/campaigns.ts';
import { contentProblem } from '../../components/message/MessageField.tsx';
import { PICKED, scheduleError } from '../../components/message/schedule.ts';
import { randomUuid } from '../../randomUuid.ts';
import { useProfile } from '../../session/context.ts';
import { type DraftSlot, openDraftSlot } from '../../session/draftSlot.ts';
import { parseObject } from '../../session/drafts.ts';
import type { Translate } from '../../text/useText.ts';

export type Draft = {
  name: string;
  /** Ids of groups. */
  groups: string[];
  content: string;
  /** The chosen sender id; null while the default of the mode applies. */
  from: string | null;
  /** The project's local time in the picker's format, `yyyy-MM-dd HH:mm:ss`; null sends immediately. */
  at: string | null;
  /** Whether to send to numbers that cannot take SMS, such as landlines. */
  toLandlines: boolean;
};

export const EMPTY_DRAFT: Draft = {
  name: '',
  groups: [],
  content: '',
  from: null,
  at: null,
  toLandlines: false,
};

/** Whether the draft has nothing worth keeping. */
export const isEmpty = ({ name, groups, content }: Draft): boolean =>
  name.trim() === '' && groups.length === 0 && content === '';

/** The error messages by field. */
export type FieldErrors = Partial<Record<keyof Draft, string>>;

/** Form fields by the server's names, if these differ. */
export const FORM_FIELDS = { include_groups: 'groups', retry_of: 'groups', send_at: 'at' };

type Context = {
  /** The number of chosen groups; null for a retry of another campaign. */
  groups: number | null;
  count: SegmentCount;
  from: string | null;
  timezone: string;
  now: Date;
};

/** Returns the errors that prevent a review at `now`. */
export function checkDraft(draft: Draft, context: Context, t: Translate): FieldErrors {
  const { groups, count, from, timezone, now } = context;
  const errors: FieldErrors = {};
  if (draft.name.trim() === '') errors.name = t('compose.nameRequired');
  if (groups === 0) errors.groups = t('compose.groupsRequired');
  const problem = contentProblem(draft.content, count, t);
  if (draft.content.trim() === '') errors.content = t('send.contentRequired');
  else if (problem) errors.content = problem;
  if (from === null) errors.from = t('send.senderRequired');
  const time = scheduleError(draft.at, timezone, now);
  if (time) errors.at = t(time);
  return errors;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** Parses a stored draft; null if there is none or it is invalid. */
export function readDraft(text: string | null): Draft | null {
  const { name, groups, content, from, at, toLandlines } = parseObject(text);
  if (!isText(name) || !isText(content)) return null;
  if (!Array.isArray(groups) || !groups.every(isText) || !isTextOrNull(from) || !isTextOrNull(at))
    return null;
  const isTime = at === null || PICKED.test(at);
  return {
    name: name.slice(0, MAX_CAMPAIGN_NAME),
    groups,
    content: content.slice(0, MAX_CHARACTERS),
    from,
    at: isTime ? at : null,
    toLandlines: toLandlines === true,
  };
}

type RequestSlot = Pick<DraftSlot, 'sent' | 'keepSent'>;

/**
 * Returns the idempotency key of a request. The same request keeps its key until it is known to have arrived,
 * even if its tab was closed first. So no campaign is created twice.
 */
export function idempotencyKeyFor({ sent, keepSent }: RequestSlot, fields: CampaignFields): string {
  const text = JSON.stringify(fields);
  const { form: last, key } = parseObject(sent());
  if (last === text && isText(key)) return key;
  const next = randomUuid();
  keepSent({ form: text, key: next });
  return next;
}

type DraftOptions = { projectId: string; source: string | null; initial: Draft };

/** Holds the draft while the user types. Each `source`, such as `copy-<id>`, has its own draft. */
export function useCampaignDraft({ projectId, source, initial }: DraftOptions) {
  const { id: personId } = useProfile();
  const [slot] = useState(() =>
    openDraftSlot({ kind: 'campaign', of: source ?? 'new', projectId, personId }),
  );
  const [original] = useState(initial);
  const [initialValues] = useState(() => readDraft(slot.draft) ?? original);
  const form = useForm<Draft>({ initialValues });
  const draft = form.values;
  /** Whether there is anything to keep. */
  const hasChanges = !isEmpty(draft) && JSON.stringify(draft) !== JSON.stringify(original);

  useEffect(() => slot.keepDraft(hasChanges ? draft : null), [slot, draft, hasChanges]);
  useEffect(() => slot.listen(), [slot]);

  /** Restores the original draft. A new campaign keeps its sender. */
  const clear = () => form.setValues(source === null ? { ...original, from: draft.from } : original);
  return { slot, form, draft, hasChanges, clear };
}
