// Send SMS, at `/send-sms`: sends one text to typed or pasted numbers, now or later. The browser keeps the
// draft until it is sent.

import { countSegments, MAX_CHARACTERS, MAX_SEGMENTS } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { useForm } from '@mantine/form';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { MayNotSend, NoProject, Page } from '../../components/frame/Page.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { ComposeForm, Pair, QuietNote, TemplateTools } from '../../components/message/ComposeForm.tsx';
import { MessageField } from '../../components/message/MessageField.tsx';
import { SenderField, useSenders } from '../../components/message/SenderField.tsx';
import { formatZone, resolvePicked, sendAtOf } from '../../components/message/schedule.ts';
import { TimeField } from '../../components/message/TimeField.tsx';
import { toastUndo } from '../../components/toast/toast.ts';
import { formatLocal } from '../../format.ts';
import { paths } from '../../paths.ts';
import { phonePlansQuery } from '../../phone.ts';
import { classOfSender } from '../../senderClass.ts';
import {
  isFirstMessage,
  recipientOf,
  sentBeforeOf,
  useProfile,
  useProjects,
  useTeam,
} from '../../session/context.ts';
import { inMode, useMode } from '../../session/mode.ts';
import { messageForm } from '../../text/messageForm/en.ts';
import { senderId } from '../../text/senderId/en.ts';
import { sendSms } from '../../text/sendSms/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { CostCard } from './CostCard.tsx';
import {
  afterSending,
  checkDraft,
  type Draft,
  draftFor,
  EMPTY_DRAFT,
  type FieldError,
  type FieldErrors,
  firstDraft,
  isEmpty,
  openSlot,
  type Slot,
} from './draft.ts';
import { LandlinesNote } from './LandlinesNote.tsx';
import { NumbersField } from './NumbersField.tsx';
import { type Entry, isValid, readEntries, readEntry, withFullForms } from './numbers.ts';
import { RegistrationNote } from './RegistrationNote.tsx';
import type { Review } from './review.ts';
import { createKeys } from './sendQueue.ts';
import { useOwnNumber } from './useOwnNumber.tsx';

// Loaded separately, so the form appears first.
const ReviewDialog = lazyPart(() => import('./ReviewDialog.tsx'), 'ReviewDialog');

/** The types of numbers, loaded once. */
const landlinesQuery = queryOptions({
  queryKey: ['landlines'],
  queryFn: () => import('./landlines.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

function SendSmsPage() {
  const t = useText();
  const mode = useMode();
  const { project } = useProjects();
  const home = useTeam().region.id;
  const lastDraft = useRef(isFirstMessage(useLocation().state) ? firstDraft(home) : EMPTY_DRAFT);
  return (
    <Page title={t('action.sendSms')} mode={mode} asksVerification back={{ to: paths.campaigns }}>
      {project ? null : <NoProject />}
      {project && may(project.role, 'send') ? (
        <SendForm key={mode} project={project} mode={mode} lastDraft={lastDraft} />
      ) : null}
      {project && !may(project.role, 'send') ? <MayNotSend /> : null}
    </Page>
  );
}

/** A review without its sending time. */
type UntimedReview = Pick<Review, 'recipients'> & { form: Omit<Review['form'], 'send_at'> };

type FormProps = { project: ProjectSummary; mode: Mode; lastDraft: LastDraft };
/** The last draft on this page. After a mode change, it fills the form if that mode has no stored draft. */
type LastDraft = RefObject<Draft>;

/** Whom and what the page was opened for, once: a reload must not bring back what was removed. */
function useOpenedFor() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const recipient = recipientOf(state);
  useEffect(() => {
    if (recipient !== null) void navigate({ search }, { replace: true, preventScrollReset: true });
  }, [recipient, search, navigate]);
  return { recipient, again: sentBeforeOf(state) };
}

/** Creates the form from the stored draft and what it was opened for, and stores every change. */
function useDraft(slot: Slot, lastDraft: LastDraft, onChange: () => void) {
  const t = useText();
  const { recipient, again } = useOpenedFor();
  const [before] = useState(() => slot.draft ?? lastDraft.current);
  const [initialValues] = useState(() => draftFor(before, recipient, again));
  const form = useForm({ initialValues, onValuesChange: onChange });
  const offerDraftBack = useEffectEvent(() => {
    if (!again || isEmpty(before)) return;
    toastUndo(t('send.draftReplaced'), async () => {
      form.setValues(before);
      return t('send.draftBack');
    });
  });
  useEffect(() => offerDraftBack(), []);
  const draft = form.values;
  useEffect(() => {
    slot.keepDraft(draft);
    lastDraft.current = draft;
  }, [slot, draft, lastDraft]);
  useEffect(() => slot.listen(), [slot]);
  return form;
}

function SendForm({ project, mode, lastDraft }: FormProps) {
  const t = useText();
  const home = useTeam().region.id;
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  const [done, setDone] = useState<{ count: number; scheduled: boolean } | null>(null);
  const isFirst = isFirstMessage(useLocation().state);
  const { id: personId } = useProfile();
  const [slot] = useState(() => openSlot({ personId, projectId: project.id, mode }));
  const form = useDraft(
    slot,
    lastDraft,
    useCallback(() => setDone(null), []),
  );
  const [keys] = useState(() => createKeys(slot.unanswered, slot.keepUnanswered));
  const { values: draft, setFieldValue } = form;
  const types = useQuery({ ...landlinesQuery, enabled: draft.typed.length > 0 });
  const isLandline = types.data?.isLandline;
  const { toLandlines } = draft;
  const errors: FieldErrors = form.errors;
  const senders = useSenders(project.id, mode, draft.from);
  const [review, setReview] = useState<Review | null>(null);
  const [reviewing, setReviewing] = useState(false);

  const promotional = senders.chosen?.is_promotional ?? false;
  const count = useMemo(() => countSegments(draft.body, { promotional }), [draft.body, promotional]);
  const { withoutNames } = senders;
  const numbers = useMemo(
    () => readEntries(draft.typed, parse, { home, withoutNames, isLandline, toLandlines }),
    [draft.typed, parse, home, withoutNames, isLandline, toLandlines],
  );
  const { entries, landlines } = numbers;
  const countries = useMemo(() => countriesOf(entries), [entries]);

  const removeNumber = useCallback(
    ({ key }: Entry) =>
      setFieldValue('typed', (typed) => typed.filter((text) => readEntry(text, parse, home).key !== key)),
    [setFieldValue, parse, home],
  );

  const [ownNumberLink, ownNumberDialog] = useOwnNumber((number) =>
    setFieldValue('typed', (typed) => [...typed, number]),
  );

  async function openReview(): Promise<boolean> {
    // Waits for the numbering plans, the types of numbers and the senders if they are still loading.
    const [{ data }, loaded, sender] = await Promise.all([
      plans.data ? plans : plans.refetch({ cancelRefetch: false }),
      types.data || draft.typed.length === 0 ? types : types.refetch({ cancelRefetch: false }),
      senders.load(),
    ]);
    const { entries } = readEntries(draft.typed, data?.parsePhoneNumberFromString, {
      ...{ home, withoutNames, toLandlines },
      isLandline: loaded.data?.isLandline,
    });
    const valid = entries.filter(isValid);
    const from = sender?.id ?? null;
    const { timezone } = project;
    const problems = checkDraft(draft, { sendable: valid.length, count, from, timezone, now: new Date() });
    form.setErrors(problems);
    if (from === null || Object.keys(problems).length > 0) return false;
    const { at, body } = draft;
    const recipients = valid.map(({ key, shown, country }) => ({ to: key, shown, country }));
    setReviewing(true);
    setReview({
      recipients,
      leftOut: entries.filter((entry) => !isValid(entry)),
      segments: count.segments,
      ...withSendTime({ recipients, form: { project_id: project.id, mode, from, body } }, at),
    });
    return true;
  }

  /** Returns the message to send at this time, and how the review describes the time. */
  function withSendTime({ recipients, form }: UntimedReview, at: string | null) {
    const { timezone } = project;
    const resolved = at === null ? null : resolvePicked(at, timezone);
    const content = { ...form, send_at: sendAtOf(at, timezone) };
    return {
      form: content,
      outdated: keys.outdated(
        content,
        recipients.map(({ to }) => to),
      ),
      sendTime: resolved ? formatLocal(resolved.local) : t('send.now'),
      zone: resolved && formatZone(timezone, resolved),
    };
  }

  const sendLater = (at: string) => {
    setFieldValue('at', at);
    setReview((shown) => shown && { ...shown, ...withSendTime(shown, at) });
  };
  const quietNote = (inReview: boolean) =>
    senders.chosen ? (
      <QuietNote
        project={project}
        contentClass={classOfSender(senders.chosen)}
        countries={countries}
        at={draft.at}
        onSendAt={sendLater}
        inReview={inReview}
      />
    ) : null;

  const draftWithout = (sent: ReadonlySet<string>) =>
    afterSending(draft, (typed) => !sent.has(numbers.keys.get(typed) ?? ''));

  function closeReview(sent: ReadonlySet<string>, isLater: boolean): void {
    setReviewing(false);
    if (sent.size === 0) return;
    form.setValues(draftWithout(sent));
    setDone({ count: sent.size, scheduled: isLater });
  }

  const writeBody = (body: string) => setFieldValue('body', body);
  const clear = () => {
    form.setValues({ ...EMPTY_DRAFT, from: draft.from });
    keys.clear();
  };
  const errorText = (error: FieldError | false | undefined) =>
    error ? t(error, { segments: MAX_SEGMENTS, characters: MAX_CHARACTERS }) : undefined;
  return (
    <>
      <ComposeForm
        onReview={openReview}
        done={
          done &&
          t.rich(done.scheduled ? 'send.wasScheduled' : 'send.wasSent', {
            ...done,
            link: linkTo(inMode(paths.logs, mode)),
          })
        }
        preview={{ sender: senders.chosen?.id ?? null, text: draft.body, promotional }}
        side={
          <CostCard entries={entries} count={count} mode={mode} onClear={isEmpty(draft) ? null : clear} />
        }
      >
        {isFirst && draft.typed.length > 0 ? <NoteBox tone="info">{t('send.firstMessage')}</NoteBox> : null}
        <div>
          <NumbersField
            entries={entries}
            repeated={numbers.repeated}
            parse={parse}
            sender={senders.chosen?.id ?? null}
            error={errorText(errors.typed)}
            onAdd={(numbers) => setFieldValue('typed', (typed) => [...typed, ...numbers])}
            onRemove={removeNumber}
            onFix={(lacking) =>
              setFieldValue('typed', (typed) => withFullForms(typed, numbers.keys, lacking))
            }
          />
          {mode === 'LIVE' ? ownNumberLink : null}
        </div>
        {landlines.length > 0 ? (
          <LandlinesNote
            landlines={landlines}
            wanted={toLandlines}
            onChange={(wanted) => setFieldValue('toLandlines', wanted)}
          />
        ) : null}
        <MessageField
          body={draft.body}
          count={count}
          promotional={promotional}
          error={errorText(errors.body ?? (count.tooLong && 'send.tooLong'))}
          tools={
            <TemplateTools projectId={project.id} content={draft.body} merges={false} onUse={writeBody} />
          }
          onChange={writeBody}
        />
        <Pair>
          <SenderField
            senders={senders}
            error={errorText(errors.from)}
            onChange={(from) => setFieldValue('from', from)}
          />
          <TimeField
            at={draft.at}
            timezone={project.timezone}
            error={errorText(errors.at)}
            onChange={(at) => setFieldValue('at', at)}
          />
        </Pair>
        {quietNote(false)}
        <RegistrationNote
          sender={senders.chosen}
          mode={mode}
          all={senders.all}
          registers={senders.registers}
          entries={entries}
        />
      </ComposeForm>
      {ownNumberDialog}
      <Suspense fallback={null}>
        <ReviewDialog
          review={review}
          opened={reviewing}
          keys={keys}
          note={quietNote(true)}
          // Removes sent messages from the draft, in case the user leaves the page before closing the dialog.
          onSent={(sent) => slot.keepDraft(draftWithout(sent))}
          onClose={closeReview}
        />
      </Suspense>
    </>
  );
}

/** Returns the destination countries of the message, the most frequent first. */
function countriesOf(entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const { country, problem } of entries) {
    if (problem === null && country) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([country]) => country);
}

export default withTexts(SendSmsPage, { ...messageForm, ...sendSms, ...senderId });
