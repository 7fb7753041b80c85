// The review of a campaign: counts it exactly, then creates it once.
import type { Campaign, CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import type { ContactGroup } from '@godwit/contract/contacts';
import type { SegmentCount } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { teamsQuery } from '../../api/accounts.ts';
import { type CampaignFields, previewCampaign, previewIn, saveCampaign } from '../../api/campaigns.ts';
import { ApiError, errorMessage, isError } from '../../api/errors.ts';
import { atFields } from '../../components/form/errors.ts';
import { useBlockLeaving } from '../../components/form/useBlockLeaving.ts';
import { sendAtOf } from '../../components/message/schedule.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { paths } from '../../paths.ts';
import { useIsLeaving } from '../../session/useIsLeaving.ts';
import { useText } from '../../text/useText.ts';
import {
  checkDraft,
  type Draft,
  type FieldErrors,
  FORM_FIELDS,
  idempotencyKeyFor,
  type useCampaignDraft,
} from './draft.ts';

type Options = {
  draftState: ReturnType<typeof useCampaignDraft>;
  project: ProjectSummary;
  mode: Mode;
  retryOf: Campaign | null;
  /** Id of the campaign that is edited; null for a new one. */
  editing: string | null;
  /** Waits for the sender IDs if they still load, and returns the chosen one, or null. */
  loadSender: () => Promise<{ id: string } | null>;
  /** The same for the groups. */
  loadGroups: () => Promise<ContactGroup[]>;
  count: SegmentCount;
};

/** A review: the request and its preview. */
export type Shown = { fields: CampaignFields; preview: CampaignPreview };
/** `at`: its time in the picker's format; null is now. */
type Timed = Shown & { at: string | null };

/** How long the dialog reports the new campaign before the list opens (specification, section 9). */
const LEAVE_AFTER_MS = 3000;

export function useReview(options: Options) {
  const { draftState, project, retryOf, editing, count } = options;
  const t = useText();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const queries = useQueryClient();
  // The last review. It stays visible while the dialog fades out.
  const [shown, setShown] = useState<Timed | null>(null);
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState<'counting' | 'sending' | null>(null);
  // Why the last attempt to send failed.
  const [problem, setProblem] = useState<string | null>(null);
  const [created, setCreated] = useState<Campaign | null>(null);
  // State changes with the next render, and two clicks can come before it.
  const running = useRef(false);
  const pageSignal = usePageSignal();
  // Once the campaign exists, the dialog links to it, so leaving must be possible at once.
  useBlockLeaving(busy === 'sending' && created === null);
  // Do not redirect a user who is already opening another page whose bundle is still loading.
  const leave = useEffectEvent(() => {
    if (created && !isLeaving()) void navigate(nextPath(created));
  });
  useEffect(() => {
    if (!created) return;
    const timer = setTimeout(() => leave(), editing ? 0 : LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [created, editing]);

  /** Runs one operation at a time. An error about fields returns to the form. */
  async function once(step: 'counting' | 'sending', work: () => Promise<boolean>): Promise<boolean> {
    if (running.current) return true;
    running.current = true;
    setBusy(step);
    setProblem(null);
    try {
      return await work();
    } catch (error) {
      if (!pageSignal().aborted) return handleError(error, step);
      // Leaving the page discards its review. If creating the campaign failed, the next page shows the error.
      if (step === 'sending') toastError(errorText(error, step));
      return true;
    } finally {
      running.current = false;
      setBusy(null);
    }
  }

  function errorText(error: unknown, step: 'counting' | 'sending'): string {
    const isLost = error instanceof ApiError && error.code === 0;
    return isLost && step === 'sending' ? t('review.noAnswer') : errorMessage(error);
  }

  function handleError(error: unknown, step: 'counting' | 'sending'): boolean {
    if (isError(error, 'verificationNeeded')) {
      toastError(t('send.notVerified'));
      void navigate(paths.requestVerification);
      return true;
    }
    if (atFields(draftState.form, error, FORM_FIELDS)) {
      setOpened(false);
      return false;
    }
    toastError(error);
    const preview = previewIn(error);
    if (preview) setShown((current) => current && { ...current, preview });
    setProblem(errorText(error, step));
    return true;
  }

  function setTime(at: string | null): void {
    if (at !== draftState.draft.at) draftState.form.setFieldValue('at', at);
  }

  /** Returns to the form with the requested time, and marks the invalid fields. */
  function returnToForm(at: string | null, errors: FieldErrors): false {
    setTime(at);
    draftState.form.setErrors(errors);
    setOpened(false);
    return false;
  }

  /**
   * Reviews the draft, at another time if `at` is given. The form takes that time once the review has loaded.
   * Until then the previous review stays on screen and can be sent. Returns false if a field is invalid.
   */
  async function open(at = draftState.draft.at): Promise<boolean> {
    const draft = { ...draftState.draft, at };
    const { timezone } = project;
    const [sender, groups] = await Promise.all([options.loadSender(), retryOf ? [] : options.loadGroups()]);
    const from = sender?.id ?? null;
    const errors = checkDraft(
      draft,
      { groups: retryOf ? null : groups.length, count, from, timezone, now: new Date() },
      t,
    );
    if (from === null || Object.keys(errors).length > 0) return returnToForm(at, errors);
    draftState.form.setErrors({});
    const fields = {
      ...toFields(draft, { ...options, groups, from }),
      send_at: sendAtOf(draft.at, timezone),
    };
    return once('counting', async () => {
      const preview = await previewCampaign(fields, pageSignal(), editing).catch((error: unknown) => {
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) setTime(at);
        throw error;
      });
      if (preview.recipients === 0) return returnToForm(at, { groups: t('compose.groupsEmpty') });
      setTime(at);
      setShown({ fields, at, preview });
      setOpened(true);
      return true;
    });
  }

  async function send(
    confirmed: Pick<CampaignFields, 'attested_wording' | 'accepted_unverified'>,
  ): Promise<void> {
    if (!shown || created) return;
    await once('sending', async () => {
      const key = idempotencyKeyFor(draftState.slot, shown.fields);
      const campaign = await saveCampaign({ ...shown.fields, ...confirmed }, shown.preview, {
        changed: editing,
        key,
      });
      draftState.slot.keepSent(null);
      draftState.clear();
      setCreated(campaign);
      toastSuccess(t(editing ? 'review.changed' : 'review.created'));
      void queries.invalidateQueries({ queryKey: ['campaign'] });
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      void queries.invalidateQueries({ queryKey: teamsQuery.queryKey });
      return true;
    });
  }

  function close(): void {
    if (created) void navigate(nextPath(created));
    else if (busy === null) setOpened(false);
  }

  const nextPath = ({ id, mode }: Campaign) =>
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

/** Returns a getter for the signal that aborts when the user leaves the page, for calls only it needs. */
function usePageSignal(): () => AbortSignal {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // In development React mounts every component twice; the second mount needs a new controller.
    if (leaving.current.signal.aborted) leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  return () => leaving.current.signal;
}

export type Review = ReturnType<typeof useReview>;

/** Builds the request that sends a draft at once. */
export function toFields(
  { name, content, toLandlines }: Draft,
  {
    project,
    mode,
    from,
    retryOf,
    groups,
  }: Pick<Options, 'project' | 'mode' | 'retryOf'> & { groups: readonly ContactGroup[]; from: string },
): CampaignFields {
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
