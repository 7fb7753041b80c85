// Send SMS, at `/send-sms`: one text to typed or pasted numbers, now or later.
import type { ProjectSender, ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { countSegments, MAX_CHARACTERS, MAX_SEGMENTS, type SegmentCount } from '@godwit/contract/segments';
import { REGISTRATION_DIAL_CODES, shownSender } from '@godwit/contract/senders';
import type { Mode } from '@godwit/contract/statuses';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { pricesQuery } from '../../api/messages.ts';
import { ComposeForm, Pair } from '../../components/ComposeForm.tsx';
import { MessageField } from '../../components/MessageField.tsx';
import { ModeSwitch } from '../../components/ModeSwitch.tsx';
import { MayNotSend, NoProject, Page } from '../../components/Page.tsx';
import { SenderField, useSenders } from '../../components/SenderField.tsx';
import {
  BalanceNote,
  SummaryCard,
  SummaryLine,
  SummaryNote,
  SummaryTotal,
} from '../../components/SummaryCard.tsx';
import { formatPicked, formatZone, resolvePicked, sendAtOf } from '../../components/schedule.ts';
import { TimeField } from '../../components/TimeField.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { phonePlansQuery } from '../../phone.ts';
import { isFirstMessage, useProjects, useTeam } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { senderId } from '../../text/senderId.ts';
import { sendSms } from '../../text/sendSms.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { costOf } from './cost.ts';
import {
  afterSending,
  checkDraft,
  EMPTY_DRAFT,
  type FieldError,
  type FieldErrors,
  firstDraft,
} from './draft.ts';
import { NumbersField } from './NumbersField.tsx';
import { type Entry, readNumber, readNumbers } from './numbers.ts';
import { type Review, ReviewDialog } from './ReviewDialog.tsx';

function SendSmsPage() {
  const t = useText();
  const mode = useMode('LIVE');
  const { project } = useProjects();
  return (
    <Page
      title={t('action.sendSms')}
      mode={mode}
      back={{ to: paths.campaigns }}
      actions={<ModeSwitch mode={mode} />}
    >
      {project ? null : <NoProject />}
      {project && may(project.role, 'send') ? <SendForm project={project} mode={mode} /> : null}
      {project && !may(project.role, 'send') ? <MayNotSend /> : null}
    </Page>
  );
}

function SendForm({ project, mode }: { project: ProjectSummary; mode: Mode }) {
  const t = useText();
  const home = useTeam().region.id;
  const parse = useQuery(phonePlansQuery).data?.parsePhoneNumberFromString;
  const [done, setDone] = useState<{ count: number; scheduled: boolean } | null>(null);
  const isFirst = isFirstMessage(useLocation().state);
  const initialValues = isFirst ? firstDraft(home) : EMPTY_DRAFT;
  const form = useForm({ initialValues, onValuesChange: useCallback(() => setDone(null), []) });
  const { values: draft, setFieldValue } = form;
  const errors: FieldErrors = form.errors;
  const senders = useSenders(project.id, mode, draft.from);
  const [review, setReview] = useState<Review | null>(null);
  const [reviewing, setReviewing] = useState(false);

  const promotional = senders.chosen?.is_promotional ?? false;
  const count = useMemo(() => countSegments(draft.body, { promotional }), [draft.body, promotional]);
  const { entries, repeated } = useMemo(
    () => readNumbers(draft.typed, parse, home),
    [draft.typed, parse, home],
  );

  const removeNumber = useCallback(
    ({ key }: Entry) =>
      setFieldValue('typed', (typed) => typed.filter((one) => readNumber(one, parse, home).key !== key)),
    [setFieldValue, parse, home],
  );

  function openReview(): boolean {
    const good = entries.filter(({ problem }) => problem === null);
    const from = senders.chosen?.id ?? null;
    const { timezone } = project;
    const found = checkDraft(draft, { sendable: good.length, count, from, timezone, now: new Date() });
    form.setErrors(found);
    if (from === null || Object.keys(found).length > 0) return false;
    const { at, body } = draft;
    const resolved = at === null ? null : resolvePicked(at, timezone);
    setReviewing(true);
    setReview({
      recipients: good.map(({ key, shown }) => ({ to: key, shown })),
      form: { project_id: project.id, mode, from, body, send_at: sendAtOf(at, timezone) },
      sendTime: resolved ? formatPicked(resolved.local) : t('send.now'),
      zone: resolved && formatZone(timezone, resolved),
    });
    return true;
  }

  function closeReview(sent: ReadonlySet<string>): void {
    setReviewing(false);
    if (sent.size === 0) return;
    form.setValues(afterSending(draft, (typed) => !sent.has(readNumber(typed, parse, home).key)));
    setDone({ count: sent.size, scheduled: draft.at !== null });
  }

  const words = (error: FieldError | false | undefined) =>
    error ? t(error, { segments: MAX_SEGMENTS, characters: MAX_CHARACTERS }) : undefined;
  return (
    <>
      <ComposeForm
        onReview={openReview}
        done={
          done &&
          t.rich(done.scheduled ? 'send.wasScheduled' : 'send.wasSent', { ...done, link: linkTo(paths.logs) })
        }
        side={<CostCard entries={entries} count={count} mode={mode} />}
      >
        {isFirst && draft.typed.length > 0 ? <NoteBox tone="info">{t('send.firstMessage')}</NoteBox> : null}
        <NumbersField
          entries={entries}
          repeated={repeated}
          parse={parse}
          error={words(errors.typed)}
          onAdd={(numbers) => setFieldValue('typed', (typed) => [...typed, ...numbers])}
          onRemove={removeNumber}
        />
        <MessageField
          body={draft.body}
          count={count}
          promotional={promotional}
          error={words(errors.body ?? (count.tooLong && 'send.tooLong'))}
          onChange={(body) => setFieldValue('body', body)}
        />
        <Pair>
          <SenderField
            senders={senders}
            error={words(errors.from)}
            onChange={(from) => setFieldValue('from', from)}
          />
          <TimeField
            at={draft.at}
            timezone={project.timezone}
            error={words(errors.at)}
            onChange={(at) => setFieldValue('at', at)}
          />
        </Pair>
        {mode === 'LIVE' ? <RegistrationNote sender={senders.chosen} entries={entries} /> : null}
      </ComposeForm>
      <ReviewDialog review={review} opened={reviewing} onClose={closeReview} />
    </>
  );
}

/** What the message comes to, destination by destination. Stays in view beside the form. */
function CostCard({ entries, count, mode }: { entries: Entry[]; count: SegmentCount; mode: Mode }) {
  const t = useText();
  const { region } = useTeam();
  const prices = useQuery(pricesQuery);
  const numbers = useMemo(
    () => entries.filter(({ problem }) => problem === null).map(({ key }) => key),
    [entries],
  );
  const cost = useMemo(
    () => costOf(numbers, count.segments, prices.data ?? []),
    [numbers, count.segments, prices.data],
  );
  const leftOut = entries.length - numbers.length;
  const money = (amount: number) => formatPrice(amount, region.currency_symbol);
  const lines = (
    <>
      <SummaryLine label={t('field.recipients')} value={formatCount(numbers.length)} />
      {leftOut > 0 ? <SummaryLine label={t('send.leftOut')} value={formatCount(leftOut)} bad /> : null}
      <SummaryLine label={t('field.segmentsEach')} value={formatCount(count.segments)} />
      {count.segments === 0
        ? null
        : cost.lines.map(({ place, count: recipients, price, amount }) => (
            <SummaryLine
              key={place}
              label={t('send.line', {
                place,
                count: formatCount(recipients),
                segments: count.segments,
                price: money(price),
              })}
              value={money(amount)}
            />
          ))}
      {prices.data && cost.unpriced > 0 ? (
        <SummaryLine label={t('send.noPrice')} value={formatCount(cost.unpriced)} bad />
      ) : null}
      <SummaryTotal label={t('send.total')} value={prices.data ? money(cost.total) : t('field.none')} />
    </>
  );
  const notes = (
    <>
      {prices.isError ? <SummaryNote tone="bad">{t('send.pricesFailed')}</SummaryNote> : null}
      <BalanceNote mode={mode} cost={cost.total} />
    </>
  );
  return <SummaryCard title={t('field.cost')} mode={mode} lines={lines} notes={notes} />;
}

export default withTexts(SendSmsPage, { ...sendSms, ...senderId });

// Says what recipients will see instead of a sender id that their country's register does not have.
type Props = { sender: Pick<ProjectSender, 'id' | 'registrations'> | null; entries: readonly Entry[] };

function RegistrationNote({ sender, entries }: Props) {
  const t = useText();
  const affected = (sender?.registrations ?? []).filter(
    ({ country, state }) =>
      state !== 'REGISTERED' &&
      entries.some(({ key }) => key.startsWith(`+${REGISTRATION_DIAL_CODES[country]}`)),
  );
  return affected.map(({ country, state }) => (
    <NoteBox key={country} tone="warning">
      {t(`sender.warn.${country}`, { sender: sender!.id, name: shownSender(sender!.id, state) })}
    </NoteBox>
  ));
}
