// Send SMS, at `/send-sms`: one text to typed or pasted numbers, now or later.
import { countSegments, MAX_CHARACTERS, MAX_SEGMENTS } from '@godwit/contract/segments';
import { SANDBOX_SENDER } from '@godwit/contract/senders';
import type { Mode } from '@godwit/contract/statuses';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { projectQuery } from '../../api/projects.ts';
import { ModeSwitch } from '../../components/ModeSwitch.tsx';
import { NoProject } from '../../components/NoProject.tsx';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { phonePlansQuery } from '../../phone.ts';
import { useProjects, useTeam } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { CostCard } from './CostCard.tsx';
import { SenderField, TimeField } from './DeliveryFields.tsx';
import {
  afterSending,
  checkDraft,
  type Draft,
  EMPTY_DRAFT,
  type Field,
  type FieldErrors,
  formatPicked,
  sendAtOf,
} from './draft.ts';
import { MessageField } from './MessageField.tsx';
import { NumbersField } from './NumbersField.tsx';
import { type Entry, readNumber, readNumbers } from './numbers.ts';
import { RegistrationNote } from './RegistrationNote.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import classes from './SendSmsPage.module.css';
import type { Review } from './useSending.ts';

export default function SendSmsPage() {
  const t = useText();
  const mode = useMode('LIVE');
  const { project } = useProjects();
  return (
    <Page
      title={t('send.title')}
      mode={mode}
      back={{ to: paths.campaigns }}
      actions={<ModeSwitch mode={mode} />}
    >
      {project ? <SendForm projectId={project.id} mode={mode} /> : <NoProject />}
    </Page>
  );
}

/** The project's sender ids; TEST has one more that needs no approval. The first is the default. */
function useSenders(projectId: string, mode: Mode) {
  const project = useQuery(projectQuery(projectId));
  const approved = project.data?.senders;
  const sandbox = { id: SANDBOX_SENDER, is_promotional: false, registrations: [] };
  const senders = approved && (mode === 'TEST' ? [...approved, sandbox] : approved);
  return { senders, failed: project.isError, retry: () => void project.refetch() };
}

function SendForm({ projectId, mode }: { projectId: string; mode: Mode }) {
  const t = useText();
  const home = useTeam().region.id;
  const parse = useQuery(phonePlansQuery).data?.parsePhoneNumberFromString;
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [done, setDone] = useState<{ count: number; scheduled: boolean } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { senders, failed, retry } = useSenders(projectId, mode);
  const [review, setReview] = useState<Review | null>(null);
  const [reviewing, setReviewing] = useState(false);

  const sender = senders?.find(({ id }) => id === draft.from) ?? senders?.[0];
  const promotional = sender?.is_promotional ?? false;
  const count = useMemo(() => countSegments(draft.body, { promotional }), [draft.body, promotional]);
  const { entries, repeated } = useMemo(
    () => readNumbers(draft.typed, parse, home),
    [draft.typed, parse, home],
  );

  const edit = useCallback((field: Field, change: (draft: Draft) => Draft) => {
    setDraft(change);
    setErrors(({ [field]: _mended, ...others }) => others);
    setDone(null);
  }, []);
  const removeNumber = useCallback(
    ({ key }: Entry) =>
      edit('numbers', (before) => ({
        ...before,
        typed: before.typed.filter((typed) => readNumber(typed, parse, home).key !== key),
      })),
    [edit, parse, home],
  );

  function openReview(event: FormEvent): void {
    event.preventDefault();
    const good = entries.filter(({ problem }) => problem === null);
    const from = sender?.id ?? null;
    const found = checkDraft(draft, { sendable: good.length, count, from, now: new Date() });
    setErrors(found);
    if (from === null || Object.keys(found).length > 0) {
      focusFirstError(form.current);
      return;
    }
    setReviewing(true);
    setReview({
      recipients: good.map(({ key, shown }) => ({ to: key, shown })),
      form: { project_id: projectId, mode, from, body: draft.body, send_at: sendAtOf(draft.at) },
      sendTime: draft.at === null ? t('send.now') : formatPicked(draft.at),
    });
  }

  function closeReview(sent: ReadonlySet<string>): void {
    setReviewing(false);
    if (sent.size === 0) return;
    setDraft((before) => afterSending(before, (typed) => !sent.has(readNumber(typed, parse, home).key)));
    setDone({ count: sent.size, scheduled: draft.at !== null });
  }

  const words = (field: Field) => {
    const error = errors[field] ?? (field === 'content' && count.tooLong ? 'send.tooLong' : undefined);
    return error && t(error, { segments: MAX_SEGMENTS, characters: MAX_CHARACTERS });
  };
  return (
    <>
      <form ref={form} className={classes.form} onSubmit={openReview} noValidate>
        <div className={classes.main}>
          <div role="status">{done ? <Done {...done} /> : null}</div>
          <Card>
            <div className={classes.fields}>
              <NumbersField
                entries={entries}
                repeated={repeated}
                parse={parse}
                error={words('numbers')}
                onAdd={(numbers) =>
                  edit('numbers', (before) => ({ ...before, typed: [...before.typed, ...numbers] }))
                }
                onRemove={removeNumber}
              />
              <MessageField
                body={draft.body}
                count={count}
                promotional={promotional}
                error={words('content')}
                onChange={(body) => edit('content', (before) => ({ ...before, body }))}
              />
              <div className={classes.pair}>
                <SenderField
                  senders={senders}
                  from={sender?.id ?? null}
                  error={words('sender')}
                  failed={failed}
                  onRetry={retry}
                  onChange={(from) => edit('sender', (before) => ({ ...before, from }))}
                />
                <TimeField
                  at={draft.at}
                  error={words('time')}
                  onChange={(at) => edit('time', (before) => ({ ...before, at }))}
                />
              </div>
              {mode === 'LIVE' ? <RegistrationNote sender={sender} entries={entries} /> : null}
            </div>
          </Card>
        </div>
        <div className={classes.side}>
          <CostCard entries={entries} count={count} mode={mode} />
        </div>
      </form>
      <ReviewDialog review={review} opened={reviewing} onClose={closeReview} />
    </>
  );
}

/** After a failed check the first field at fault has the focus; once it is marked, which is with the next frame. */
function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

function Done({ count, scheduled }: { count: number; scheduled: boolean }) {
  const t = useText();
  const link = (words: ReactNode) => (
    <Anchor key="link" component={Link} to={paths.logs} inherit>
      {words}
    </Anchor>
  );
  return (
    <p className={classes.done}>
      {t.rich(scheduled ? 'send.wasScheduled' : 'send.wasSent', { count, link })}
    </p>
  );
}
