// Requests a sender id in steps. The address has the step and the browser keeps the draft, so a reload loses
// nothing.
import { isPromotional } from '@godwit/contract/contentClass';
import type { Project } from '@godwit/contract/projects';
import { type SenderIdRequest, senderIdFields } from '@godwit/contract/senders';
import { CONSENT_REQUIRED } from '@godwit/contract/sentences/settings';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { requestSender, senderCheckQuery, senderRequestsQuery } from '../../../api/requests.ts';
import { atFields, focusInvalid, useLanguageOfErrors, validateBy } from '../../../components/form/errors.ts';
import { useAction } from '../../../components/form/useSubmit.ts';
import { useUpload } from '../../../components/form/useUpload.ts';
import { toastSuccess } from '../../../components/toast/toast.ts';
import { paths } from '../../../paths.ts';
import { useProfile, useTeam } from '../../../session/context.ts';
import { senderRequest } from '../../../text/senderRequest/en.ts';
import { translate } from '../../../text/translate.ts';
import { useText } from '../../../text/useText.ts';
import { withTexts } from '../../../text/withTexts.tsx';
import { Card, CardTitle } from '../../../ui/Card.tsx';
import { buttonFor } from '../../../ui/richText.tsx';
import { Columns } from '../../../ui/Section.tsx';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { ContentStep } from './ContentStep.tsx';
import { isMadeAgain, keepFile, NO_FILES, openSlot, type RequestValues, startOf, valuesOf } from './draft.ts';
import { EarlierNote, earlierDocuments } from './EarlierAnswers.tsx';
import { EvidenceStep } from './EvidenceStep.tsx';
import { NameStep } from './NameStep.tsx';
import { OwnerStep } from './OwnerStep.tsx';
import { SenderPreview } from './SenderPreview.tsx';
import { StepBar } from './StepBar.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import { firstOpen, type Problems, problemsAt, type Step, stepOfField, stepShown, stepsOf } from './steps.ts';

type Props = {
  project: Pick<Project, 'id' | 'senders' | 'country_rules'>;
  /** The last request, which is decided or withdrawn; null if there is none. */
  previous: SenderIdRequest | null;
};

/** The fields and documents of the request, kept in the browser. */
function useDraft({ project, previous }: Props) {
  const t = useText();
  const { id: personId } = useProfile();
  const home = useTeam().region.id;
  const [slot] = useState(() => openSlot(project.id, personId));
  const [start] = useState(() => startOf(previous, home));
  const validate = useMemo(
    () => validateBy(senderIdFields(project.country_rules.name)),
    [project.country_rules.name],
  );
  const form = useForm({ initialValues: slot.draft?.values ?? start, validate });
  useLanguageOfErrors(form);
  const kept = slot.draft?.files ?? NO_FILES;
  const [unfinished, setUnfinished] = useState<readonly boolean[]>([]);
  const forget = () => setUnfinished([]);
  const uploads = [useUpload(forget, kept[0]), useUpload(forget, kept[1]), useUpload(forget, kept[2])];
  const done = uploads.map(({ upload }) => (upload.state === 'done' ? upload.file : null));
  const ids = done.map((file) => file?.id).join();
  const { values } = form;
  const isUntouched = ids === ',,' && JSON.stringify(values) === JSON.stringify(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` changes with the documents
  useEffect(() => {
    const files = done.map(
      (file) => kept.find((one) => one && one.id === file?.id) ?? (file && keepFile(file)),
    );
    slot.keep(isUntouched ? null : { values, files });
  }, [slot, values, ids, isUntouched]);
  useEffect(() => slot.listen(), [slot]);
  const clear = () => {
    form.setValues(start);
    form.clearErrors();
    for (const { upload, remove } of uploads) if (upload.state !== 'empty') remove();
  };
  const fill = () => previous && form.setValues({ ...valuesOf(previous, home), sender_id: '' });
  const isOld = slot.draft !== null || isMadeAgain(previous);
  const earlier = earlierDocuments(previous, values, `${t('sender.consent')}: `);
  return {
    earlier,
    fill,
    form,
    home,
    slot,
    uploads,
    done,
    unfinished,
    setUnfinished,
    validate,
    isUntouched,
    isOld,
    clear,
  };
}

/** The step on screen and the others. A step is reached if all before it are complete. */
function useSteps(draft: ReturnType<typeof useDraft>) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const { form, uploads, done, validate, isOld, earlier } = draft;
  const asked = params.get('step');
  const hasFiles = earlier.length > 0 || uploads.some(({ upload }) => upload.state !== 'empty');
  const steps = stepsOf(form.values, hasFiles || asked === 'evidence');
  const lacksConsent = form.values.for_client && done[2] === null;
  const problems: Problems = {
    ...(validate(form.values) as Problems),
    ...(lacksConsent ? { consent: translate(CONSENT_REQUIRED) } : {}),
  };
  const [first] = useState(() => (isOld ? firstOpen(steps, problems) : 'owner'));
  const shown = stepShown(steps, asked ?? first, problems);
  const searchFor = (step: Step) =>
    new URLSearchParams([...params].filter(([name]) => name !== 'step').concat([['step', step]]));
  const open = (step: Step, fromSummary = false) =>
    setParams(searchFor(step), { state: fromSummary ? { fromSummary } : null });
  // Otherwise the page would change while the person completes the step on screen.
  const settle = useEffectEvent(() => setParams(searchFor(shown), { replace: true }));
  useEffect(() => {
    if (asked !== null && asked !== shown) settle();
  }, [asked, shown]);
  const isFromSummary = (state as { fromSummary?: boolean } | null)?.fromSummary === true;
  const following = isFromSummary ? 'summary' : (steps[steps.indexOf(shown) + 1] ?? 'summary');
  return { steps, shown, problems, open, following };
}

export const RequestWizard = withTexts(function RequestWizard({ project, previous }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const draft = useDraft({ project, previous });
  const { form, home, slot, uploads, done, unfinished, setUnfinished } = draft;
  const { steps, shown, problems, open, following } = useSteps(draft);
  const card = useStepFocus(shown);
  const { id: projectId, country_rules: rules } = project;
  const { values } = form;
  const { run, busy } = useAction({
    call: async () => {
      await requestSender(projectId, toRequest(values, done, t('sender.consent')));
      slot.keep(null);
      toastSuccess(t('sender.sent'));
      navigate(paths.settings(projectId));
      await queries.invalidateQueries({ queryKey: senderRequestsQuery(projectId).queryKey });
    },
    onError(error) {
      if (!atFields(form, error, { class: 'class' })) return false;
      const step = Object.keys(form.errors).flatMap((field) => stepOfField(field) ?? [])[0];
      open(step ?? 'name');
      return true;
    },
    once: true,
  });

  /** The errors that keep the person on this step. */
  async function errorsHere(): Promise<Problems> {
    const here = problemsAt(shown, problems);
    if (shown !== 'name' || Object.keys(here).length > 0) return here;
    // Without an answer the name passes here, because the server checks it again with the request.
    const check = { ...senderCheckQuery(projectId, values), staleTime: 10_000 };
    const { problem } = await queries.fetchQuery(check).catch(() => ({ problem: null }));
    return problem ? { sender_id: translate(problem) } : {};
  }

  async function goOn(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { currentTarget: element } = event;
    if (shown === 'summary') return run();
    const { consent, ...errors } = await errorsHere();
    const isUnfinished = uploads.map(
      ({ upload }, at) => ['sending', 'failed'].includes(upload.state) || (at === 2 && consent !== undefined),
    );
    const waits = shown === 'evidence' && isUnfinished.some(Boolean);
    if (waits) setUnfinished(isUnfinished);
    form.setErrors(errors);
    if (waits || Object.keys(errors).length > 0) focusInvalid(element);
    else open(following);
  }

  const waiting = uploads.map(({ upload }, at) => {
    if (!unfinished[at]) return undefined;
    return at === 2 && upload.state === 'empty' ? translate(CONSENT_REQUIRED) : t('document.wait');
  });
  const at = steps.indexOf(shown);
  const before = steps[at - 1];
  return (
    <form noValidate onSubmit={goOn}>
      <Columns>
        <Card ref={card}>
          <StepBar steps={steps} shown={shown} onOpen={open} />
          <Text c="dimmed" fz={13}>
            {t('sender.step', { at: at + 1, all: steps.length })}
          </Text>
          <CardTitle mb={24} tabIndex={-1} style={{ outline: 'none' }}>
            {t(`sender.stepTitle.${shown}`)}
          </CardTitle>
          <EarlierNote previous={previous} isEmpty={draft.isUntouched} onFill={draft.fill} />
          {shown === 'owner' ? <OwnerStep {...{ form, rules, home }} /> : null}
          {shown === 'name' ? <NameStep {...{ form, rules, projectId }} senders={project.senders} /> : null}
          {shown === 'content' ? <ContentStep form={form} /> : null}
          {shown === 'evidence' ? (
            <EvidenceStep {...{ form, uploads }} problems={waiting} earlier={draft.earlier} />
          ) : null}
          {shown === 'summary' ? (
            <SummaryStep
              {...{ values, rules }}
              documents={done.flatMap((file) => file ?? [])}
              onChange={(step) => open(step, true)}
            />
          ) : null}
          <Group mt={24} gap={12}>
            <SubmitButton w={{ base: '100%', xs: 'auto' }} busy={busy} busyLabel={t('action.requesting')}>
              {t(shown === 'summary' ? 'sender.submit' : 'sender.continue')}
            </SubmitButton>
            {before ? (
              <Button variant="subtle" w={{ base: '100%', xs: 'auto' }} onClick={() => open(before)}>
                {t('sender.back')}
              </Button>
            ) : null}
          </Group>
        </Card>
        <Stack gap={16}>
          <SenderPreview rules={rules} values={values} />
          {shown === 'summary' ? null : (
            <Text c="dimmed" fz={13}>
              {t('sender.costText')}
            </Text>
          )}
          {draft.isUntouched ? null : (
            <Text c="dimmed" fz={13}>
              {t.rich('sender.draftKept', {
                clear: buttonFor(() => {
                  draft.clear();
                  open('owner');
                }),
              })}
            </Text>
          )}
        </Stack>
      </Columns>
    </form>
  );
}, senderRequest);

/** Moves the focus to a new step: to its first error, or to its title. */
function useStepFocus(shown: Step) {
  const card = useRef<HTMLDivElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    const invalid = card.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalid ?? card.current?.querySelector<HTMLElement>('h2'))?.focus();
  }, [shown]);
  return card;
}

/** The request with its documents. A consent counts only for a client. */
function toRequest(
  values: RequestValues,
  files: readonly ({ id: string; name: string } | null)[],
  kind: string,
) {
  const [first, second, consent] = files;
  const signed = values.for_client ? consent : null;
  const documents = [first, second].flatMap((file) => (file ? [toDocument(file)] : []));
  return {
    ...values,
    // A server of an older version reads only the boolean.
    is_promotional: isPromotional(values.class),
    consent_document: signed?.id ?? null,
    documents: [...documents, ...(signed ? [toDocument(signed, kind)] : [])],
  };
}

/** A document as the request names it. */
const toDocument = ({ id, name }: { id: string; name: string }, kind?: string) => ({
  id,
  name: (kind ? `${kind}: ${name}` : name).slice(0, 100).toWellFormed(),
});
