// The draft of New Campaign, the problems that prevent sending it, and the part of it that a tab keeps.
import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaigns/rules';
import { MAX_CHARACTERS, type SegmentCount } from '@godwit/contract/messages/segments';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { CampaignForm } from '../../api/campaigns.ts';
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
  /** The chosen sender id; null while the default of the mode holds. */
  from: string | null;
  /** On the clocks of the project as the picker has it, `yyyy-MM-dd HH:mm:ss`; null is immediately. */
  at: string | null;
  /** Whether it also goes to numbers that surely cannot take SMS. */
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

/** Whether anything in it would be missed. */
export const isEmpty = ({ name, groups, content }: Draft): boolean =>
  name.trim() === '' && groups.length === 0 && content === '';

/** The error messages by field. */
export type FieldErrors = Partial<Record<keyof Draft, string>>;

/** The fields that the server names otherwise. */
export const FIELD_OF = { include_groups: 'groups', retry_of: 'groups', send_at: 'at' };

type Around = {
  /** How many groups it goes to; null where it goes to the unreached of a campaign. */
  groups: number | null;
  count: SegmentCount;
  from: string | null;
  timezone: string;
  now: Date;
};

/** Every field that keeps the draft from being reviewed at `now`. */
export function checkDraft(draft: Draft, around: Around, t: Translate): FieldErrors {
  const { groups, count, from, timezone, now } = around;
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

/** A kept draft; null if there is none, or none that is whole. */
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

type Sent = Pick<DraftSlot, 'sent' | 'keepSent'>;

/**
 * The key a form goes out under: the same one until it is known to have arrived, also for a tab that was
 * closed before the answer came, so that a campaign is never made twice.
 */
export function keyFor({ sent, keepSent }: Sent, form: CampaignForm): string {
  const name = JSON.stringify(form);
  const { form: last, key } = parseObject(sent());
  if (last === name && isText(key)) return key;
  const next = randomUuid();
  keepSent({ form: name, key: next });
  return next;
}

type Given = { projectId: string; source: string | null; initial: Draft };

/**
 * The draft while it is written. `source`: the campaign that it begins from, and how; each has drafts of its
 * own.
 */
export function useCampaignDraft({ projectId, source, initial }: Given) {
  const { id: personId } = useProfile();
  const [slot] = useState(() =>
    openDraftSlot({ kind: 'campaign', of: source ?? 'new', projectId, personId }),
  );
  const [begun] = useState(initial);
  const [initialValues] = useState(() => readDraft(slot.draft) ?? begun);
  const form = useForm<Draft>({ initialValues });
  const draft = form.values;
  /** There is something to lose. */
  const isKept = !isEmpty(draft) && JSON.stringify(draft) !== JSON.stringify(begun);

  useEffect(() => slot.keepDraft(isKept ? draft : null), [slot, draft, isKept]);
  useEffect(() => slot.listen(), [slot]);

  /** Goes back to what it began from; the sender of a new one stays. */
  const clear = () => form.setValues(source === null ? { ...begun, from: draft.from } : begun);
  return { slot, form, draft, isKept, clear };
}
