// The last steps of a campaign: its exact figures, and its making, once.
import type { Campaign, CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import type { ContactGroup } from '@godwit/contract/contacts';
import type { SegmentCount } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { teamsQuery } from '../../api/accounts.ts';
import { type CampaignForm, previewCampaign, previewIn, saveCampaign } from '../../api/campaigns.ts';
import { ApiError, isError, wordsFor } from '../../api/errors.ts';
import { atFields } from '../../components/form/errors.ts';
import { useBlockLeaving } from '../../components/form/useBlockLeaving.ts';
import { sendAtOf } from '../../components/message/schedule.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import {
  checkDraft,
  type Draft,
  FIELD_OF,
  type FieldErrors,
  keyFor,
  type useCampaignDraft,
} from './draft.ts';

type Given = {
  kept: ReturnType<typeof useCampaignDraft>;
  project: ProjectSummary;
  mode: Mode;
  retryOf: Campaign | null;
  /** The campaign that this is a change of; null for a new one. */
  editing: string | null;
  from: string | null;
  /** The chosen ones. */
  groups: ContactGroup[];
  count: SegmentCount;
};

/** A review: what goes, when (as the picker has it; null is now), and what it comes to. */
type Shown = { form: CampaignForm; at: string | null; preview: CampaignPreview };

/** How long the news that it is created stands before the list opens (specification, section 9). */
const LEAVES_AFTER_MS = 3000;

export function useReview(given: Given) {
  const { kept, project, retryOf, editing, from, groups, count } = given;
  const t = useText();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const queries = useQueryClient();
  // The last review. It stays while the dialog fades out.
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState<'counting' | 'sending' | null>(null);
  // Why the last try to send failed.
  const [problem, setProblem] = useState<string | null>(null);
  const [created, setCreated] = useState<Campaign | null>(null);
  // State changes with the next render; two presses can come before it.
  const running = useRef(false);
  const left = useLeft();
  // Once it is made, the link to it is there at once, and is followed at once.
  useBlockLeaving(busy === 'sending' && created === null);
  // Not where the person has just left for another page, whose bundle is still on its way.
  const leave = useEffectEvent(() => {
    if (created && navigation.state === 'idle') void navigate(after(created));
  });
  useEffect(() => {
    if (!created) return;
    const timer = setTimeout(() => leave(), editing ? 0 : LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [created, editing]);

  /** Does one thing at a time; a failure that is about fields leads back to them. */
  async function once(what: 'counting' | 'sending', work: () => Promise<boolean>): Promise<boolean> {
    if (running.current) return true;
    running.current = true;
    setBusy(what);
    setProblem(null);
    try {
      return await work();
    } catch (error) {
      if (!left().aborted) return fail(error, what);
      // Leaving the page discards its review. If creating the campaign failed, the next page shows the error.
      if (what === 'sending') toastError(wordsOf(error, what));
      return true;
    } finally {
      running.current = false;
      setBusy(null);
    }
  }

  function wordsOf(error: unknown, what: 'counting' | 'sending'): string {
    const isLost = error instanceof ApiError && error.code === 0;
    return isLost && what === 'sending' ? t('review.noAnswer') : wordsFor(error);
  }

  function fail(error: unknown, what: 'counting' | 'sending'): boolean {
    if (isError(error, 'verificationNeeded')) {
      toastError(t('send.notVerified'));
      void navigate(paths.requestVerification);
      return true;
    }
    if (atFields(kept.form, error, FIELD_OF)) {
      setOpened(false);
      return false;
    }
    toastError(error);
    const preview = previewIn(error);
    if (preview) setShown((seen) => seen && { ...seen, preview });
    setProblem(wordsOf(error, what));
    return true;
  }

  function setTime(at: string | null): void {
    if (at !== kept.draft.at) kept.form.setFieldValue('at', at);
  }

  /** Leads back to the form, with the time that was asked for and the fields at fault. */
  function leadBack(at: string | null, errors: FieldErrors): false {
    setTime(at);
    kept.form.setErrors(errors);
    setOpened(false);
    return false;
  }

  /**
   * Of what is written, or of that at another time, which the form has once this review is there: until then
   * the one before is shown, and is what can be sent. False where a field is at fault.
   */
  async function open(at = kept.draft.at): Promise<boolean> {
    const draft = { ...kept.draft, at };
    const { timezone } = project;
    const found = checkDraft(
      draft,
      { groups: retryOf ? null : groups.length, count, from, timezone, now: new Date() },
      t,
    );
    if (from === null || Object.keys(found).length > 0) return leadBack(at, found);
    kept.form.setErrors({});
    const form = { ...formOf(draft, { ...given, from }), send_at: sendAtOf(draft.at, timezone) };
    return once('counting', async () => {
      const preview = await previewCampaign(form, left(), editing).catch((error: unknown) => {
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) setTime(at);
        throw error;
      });
      if (preview.recipients === 0) return leadBack(at, { groups: t('compose.groupsEmpty') });
      setTime(at);
      setShown({ form, at, preview });
      setOpened(true);
      return true;
    });
  }

  async function send(): Promise<void> {
    if (!shown || created) return;
    await once('sending', async () => {
      const key = keyFor(kept.slot, shown.form);
      const campaign = await saveCampaign(shown.form, shown.preview, { changed: editing, key });
      kept.slot.keepSent(null);
      kept.clear();
      setCreated(campaign);
      toastSuccess(t(editing ? 'review.changed' : 'review.created'));
      void queries.invalidateQueries({ queryKey: ['campaign'] });
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      void queries.invalidateQueries({ queryKey: teamsQuery.queryKey });
      return true;
    });
  }

  function close(): void {
    if (created) void navigate(after(created));
    else if (busy === null) setOpened(false);
  }

  const after = ({ id, mode }: Campaign) =>
    editing ? paths.campaign(id) : `${paths.campaigns}?mode=${mode}`;

  const counting = busy === 'counting';
  return {
    editing,
    shown,
    opened,
    counting,
    sending: busy === 'sending',
    problem,
    created,
    open,
    close,
    send,
  };
}

/** Gives the signal that aborts when the page is left: what is worked out for it alone ends then. */
function useLeft(): () => AbortSignal {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // Put on the page once more, as React does while developing, it has another.
    if (leaving.current.signal.aborted) leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  return () => leaving.current.signal;
}

export type Review = ReturnType<typeof useReview>;

/** Builds the request to send at once from the parts of the draft that are filled in. */
export function formOf(
  { name, content, toLandlines }: Draft,
  {
    project,
    mode,
    from,
    retryOf,
    groups,
  }: Pick<Given, 'project' | 'mode' | 'retryOf' | 'groups'> & { from: string },
): CampaignForm {
  return {
    project_id: project.id,
    mode,
    name: name.trim(),
    content,
    from,
    include_groups: retryOf ? '' : groups.map((group) => group.id).join(),
    retry_of: retryOf?.id ?? null,
    to_landlines: toLandlines,
    send_at: null,
  };
}
