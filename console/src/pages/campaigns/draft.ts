// What is being written on New Campaign, what stands in the way of sending it, and how it is kept in the browser meanwhile.
import { MAX_CAMPAIGN_NAME } from '@godwit/contract/campaignRules';
import { MAX_CHARACTERS, type SegmentCount } from '@godwit/contract/segments';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { CampaignForm } from '../../api/campaigns.ts';
import { contentProblem } from '../../components/MessageField.tsx';
import { PICKED, scheduleError } from '../../components/schedule.ts';
import { randomUuid } from '../../randomUuid.ts';
import { useProfile } from '../../session/context.ts';
import { type DraftKey, parseObject, storeDraft, storedDraft } from '../../session/drafts.ts';
import type { Text } from '../../text/useText.ts';

export type Draft = {
  name: string;
  /** Ids of groups. */
  groups: string[];
  content: string;
  /** The chosen sender id; null while the default of the mode holds. */
  from: string | null;
  /** On the clocks of the project as the picker has it, `yyyy-MM-dd HH:mm:ss`; null is immediately. */
  at: string | null;
};

export const EMPTY_DRAFT: Draft = { name: '', groups: [], content: '', from: null, at: null };

/** Whether anything in it would be missed. */
export const isEmpty = ({ name, groups, content }: Draft): boolean =>
  name.trim() === '' && groups.length === 0 && content === '';

/** What is wrong, in words, by field. */
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
export function checkDraft(draft: Draft, around: Around, t: Text): FieldErrors {
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

/** Whose draft it is: a person's in a project, begun anew or (`source`) from another campaign. */
type DraftPlace = { personId: string; projectId: string; source: string | null };

const suffix = ({ personId, projectId }: DraftPlace) => `${projectId}.${personId}`;
const keyOf = (place: DraftPlace): DraftKey =>
  place.source === null ? `campaign_draft.${suffix(place)}` : `campaign_copy.${suffix(place)}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** The kept draft; null where there is none, or none that is whole. */
export function readDraft(place: DraftPlace): Draft | null {
  const { source, name, groups, content, from, at } = parseObject(storedDraft(keyOf(place)));
  if (source !== place.source || !isText(name) || !isText(content)) return null;
  if (!Array.isArray(groups) || !groups.every(isText) || !isTextOrNull(from) || !isTextOrNull(at))
    return null;
  const isTime = at === null || PICKED.test(at);
  return {
    name: name.slice(0, MAX_CAMPAIGN_NAME),
    groups,
    content: content.slice(0, MAX_CHARACTERS),
    from,
    at: isTime ? at : null,
  };
}

/** Keeps a draft; null forgets it. */
export function keepDraft(place: DraftPlace, draft: Draft | null): void {
  storeDraft(keyOf(place), draft && JSON.stringify({ source: place.source, ...draft }));
}

// Also here, for browsers that keep nothing.
const sentHere = new Map<DraftKey, string | null>();

function storeSent(key: DraftKey, text: string | null): void {
  sentHere.set(key, text);
  storeDraft(key, text);
}

/**
 * The key a form goes out under: the same one until it is known to have arrived, also for a tab that was closed before the
 * answer came, so that a campaign is never made twice.
 */
export function keyFor(place: DraftPlace, form: CampaignForm): string {
  const stored = `campaign_sent.${suffix(place)}` as const;
  const name = JSON.stringify(form);
  const { form: sent, key } = parseObject(sentHere.get(stored) ?? storedDraft(stored));
  if (sent === name && isText(key)) return key;
  const next = randomUuid();
  storeSent(stored, JSON.stringify({ form: name, key: next }));
  return next;
}

/** The last form has arrived: the same words again are a campaign of their own. */
export const formArrived = (place: DraftPlace): void => storeSent(`campaign_sent.${suffix(place)}`, null);

type Given = { projectId: string; source: string | null; initial: Draft };

/** The draft while it is written. */
export function useCampaignDraft({ projectId, source, initial }: Given) {
  const { id: personId } = useProfile();
  const [place] = useState<DraftPlace>({ personId, projectId, source });
  const [initialValues] = useState(() => readDraft(place) ?? initial);
  const form = useForm<Draft>({ initialValues });
  const draft = form.values;
  /** There is something to lose. */
  const isKept = !isEmpty(draft);

  useEffect(() => keepDraft(place, isKept ? draft : null), [place, draft, isKept]);

  /** Forgets everything but the sender. */
  const clear = () => form.setValues({ ...EMPTY_DRAFT, from: draft.from });
  return { place, form, draft, isKept, clear };
}
