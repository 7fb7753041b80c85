// The last steps of a campaign: its exact figures, and its making, once.
import type { Campaign, CampaignPreview } from '@godwit/contract/campaigns';
import type { Group } from '@godwit/contract/contacts';
import type { ProjectSummary } from '@godwit/contract/projects';
import type { SegmentCount } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { teamsQuery } from '../../api/accounts.ts';
import { type CampaignForm, createCampaign, previewCampaign, previewIn } from '../../api/campaigns.ts';
import { ApiError, isError, wordsFor } from '../../api/errors.ts';
import { atFields } from '../../components/formErrors.ts';
import { sendAtOf } from '../../components/schedule.ts';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { useStay } from '../../components/useStay.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import {
  checkDraft,
  FIELD_OF,
  type FieldErrors,
  formArrived,
  keyFor,
  type useCampaignDraft,
} from './draft.ts';

type Given = {
  kept: ReturnType<typeof useCampaignDraft>;
  project: ProjectSummary;
  mode: Mode;
  retryOf: Campaign | null;
  from: string | null;
  /** The chosen ones. */
  groups: Group[];
  count: SegmentCount;
};

/** A review: what goes, when (as the picker has it; null is now), and what it comes to. */
type Shown = { form: CampaignForm; at: string | null; preview: CampaignPreview };

/** How long the news that it is created stands before the list opens (specification, section 9). */
const LEAVES_AFTER_MS = 3000;

export function useReview(given: Given) {
  const { kept, project, mode, retryOf, from, groups, count } = given;
  const t = useText();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const queries = useQueryClient();
  // What was last worked out; stays while the dialog fades out.
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
  useStay(busy === 'sending' && created === null);
  // Not where the person has just left for another page, whose bundle is still on its way.
  const leave = useEffectEvent(() => {
    if (created && navigation.state === 'idle') void navigate(listOf(created));
  });
  useEffect(() => {
    if (!created) return;
    const timer = setTimeout(() => leave(), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [created]);

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
      // What was worked out for the page ends with it; that a campaign was not made is said on the next one.
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
   * Of what is written, or of that at another time, which the form has once this review is there: until then the one before is shown,
   * and is what can be sent. False where a field is at fault.
   */
  async function open(at = kept.draft.at): Promise<boolean> {
    const draft = { ...kept.draft, at };
    const { timezone, id } = project;
    const found = checkDraft(
      draft,
      { groups: retryOf ? null : groups.length, count, from, timezone, now: new Date() },
      t,
    );
    if (from === null || Object.keys(found).length > 0) return leadBack(at, found);
    kept.form.setErrors({});
    const form: CampaignForm = {
      project_id: id,
      mode,
      name: draft.name.trim(),
      content: draft.content,
      from,
      include_groups: retryOf ? '' : groups.map((group) => group.id).join(),
      retry_of: retryOf?.id ?? null,
      send_at: sendAtOf(draft.at, timezone),
    };
    return once('counting', async () => {
      const preview = await previewCampaign(form, left()).catch((error: unknown) => {
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
      const campaign = await createCampaign(shown.form, shown.preview, keyFor(kept.place, shown.form));
      formArrived(kept.place);
      kept.clear();
      setCreated(campaign);
      toastSuccess(t('review.created'));
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      void queries.invalidateQueries({ queryKey: teamsQuery.queryKey });
      return true;
    });
  }

  function close(): void {
    if (created) void navigate(listOf(created));
    else if (busy === null) setOpened(false);
  }

  const counting = busy === 'counting';
  return { shown, opened, counting, sending: busy === 'sending', problem, created, open, close, send };
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

const listOf = ({ mode }: Campaign) => `${paths.campaigns}?mode=${mode}`;
