// The trace of a message, at `/staff/trace?id={id}`. `?number={number}` lists the messages of a phone number.
import type { ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import type { MessageTrace, TraceStep } from '@godwit/contract/staff/operations';
import { Anchor, Button, Flex, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { Moment } from '../../components/Moment.tsx';
import { ExplanationSteps } from '../../components/message/Explanation.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { isPlainNumber } from '../../components/palette/find.ts';
import { formatDay, formatInstant, formatPrice, formatTimeMs, formatUtc } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { traceQuery } from '../api/system.ts';
import { staffPaths } from '../paths.ts';
import { routeName } from '../shell/routeName.ts';
import { FactGrid, type FactRow, StaffPage } from '../shell/StaffPage.tsx';
import { staffTrace } from '../traceText.ts';
import { Refs } from './Refs.tsx';
import classes from './trace.module.css';

const NumberMessages = lazyPart(() => import('./NumberMessages.tsx'), 'NumberMessages');

const LONGEST_ID = 64;
/** A time in the data of a step. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Ids and texts of carriers can be long. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

function TracePage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const number = params.get('number') ?? '';
  const given = id || number;
  const [typed, setTyped] = useState(given);
  // The field follows the address, which the search and the list of messages change too.
  const [last, setLast] = useState(given);
  if (last !== given) {
    setLast(given);
    setTyped(given);
  }

  function show(event: FormEvent): void {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted) setParams(isPlainNumber(wanted) ? { number: wanted } : { id: wanted });
  }

  return (
    <StaffPage title={t('staff.nav.trace')}>
      <search>
        <form onSubmit={show}>
          <Group gap={12} mb={24} wrap="nowrap">
            <TextInput
              flex="0 1 480px"
              aria-label={t('staff.trace.field')}
              placeholder={t('staff.trace.field')}
              value={typed}
              maxLength={LONGEST_ID}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" flex="none">
              {t('action.show')}
            </Button>
          </Group>
        </form>
      </search>
      {number && !id ? (
        <Suspense fallback={null}>
          <NumberMessages key={number} number={number} />
        </Suspense>
      ) : null}
      {id ? <Found key={id} id={id} /> : null}
      {given ? null : <Note text={t('staff.trace.start')} />}
    </StaffPage>
  );
}

const NOT_FOUND = 1001;

function Found({ id }: { id: string }) {
  const t = useText();
  const { data: trace, error, refetch } = useQuery(traceQuery(id));
  if (trace) return <Trace trace={trace} />;
  if (error instanceof ApiError && error.code === NOT_FOUND) return <Note text={t('staff.trace.missing')} />;
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  return <Skeleton height={240} aria-busy="true" />;
}

function Note({ text }: { text: string }) {
  return (
    <Card>
      <EmptyState text={text} />
    </Card>
  );
}

/** The trace: the message, what happened, its place in the queue, and on demand the raw data of each step. */
function Trace({ trace }: { trace: MessageTrace }) {
  const t = useText();
  return (
    <Stack gap={40}>
      <Message trace={trace} />
      <Section title={t('staff.trace.why')}>
        <Card>
          <ExplanationSteps steps={trace.explanation} detailOf={(step) => <LinkDetail step={step} />} />
        </Card>
      </Section>
      {trace.waiting ? <Waiting waiting={trace.waiting} /> : null}
      <Raw trace={trace} />
    </Stack>
  );
}

function Message({ trace: { message, team, project } }: { trace: MessageTrace }) {
  const t = useText();
  const readable = useReadableNumber();
  const { segments, length, encoding } = message;
  const facts: FactRow[] = [
    [
      t('field.team'),
      <Anchor key="team" component={Link} to={staffPaths.team(team.id)}>
        {team.name}
      </Anchor>,
    ],
    [t('field.project'), project.name],
    [t('field.mode'), message.mode],
    [t('field.segments'), t('staff.trace.segmentsOf', { segments, length, encoding })],
    [t('staff.trace.charged'), formatPrice(message.charged, message.currency)],
  ];
  return (
    <Card>
      <Group gap="8px 16px">
        <CardTitle miw={0} style={BREAKS}>
          {t.rich('staff.trace.fromTo', { from: readable(message.from), to: readable(message.to) })}
        </CardTitle>
        <StatusPill status={message.status} />
      </Group>
      <Group gap={4} mb={16} wrap="nowrap">
        <Text className="mono" fz={13} c="dimmed" style={BREAKS}>
          {message.id}
        </Text>
        <CopyButton value={message.id} label={t('logs.copyId')} copiedLabel={t('action.copied')} size={28} />
      </Group>
      <FactGrid facts={facts} />
    </Card>
  );
}

function Waiting({ waiting }: { waiting: NonNullable<MessageTrace['waiting']> }) {
  const t = useText();
  const at = (instant: string | null) => (instant ? formatInstant(instant) : t('field.none'));
  const facts: FactRow[] = [
    [t('staff.trace.route'), routeName(waiting.route, t)],
    [t('staff.trace.priority'), String(waiting.priority)],
    [t('staff.trace.due'), at(waiting.due_at)],
    [t('staff.trace.expires'), at(waiting.expires_at)],
    [t('staff.trace.attempts'), String(waiting.attempts)],
    [t('staff.trace.link'), waiting.link ?? t('field.none')],
    [t('staff.trace.lease'), at(waiting.lease_until)],
    [t('staff.trace.doubt'), at(waiting.doubt_until)],
  ];
  return (
    <section aria-label={t('staff.trace.waiting')}>
      <Section title={t('staff.trace.waiting')}>
        <Card>
          <FactGrid facts={facts} />
        </Card>
      </Section>
    </section>
  );
}

/** The links of a step and the route that selected them. */
function LinkDetail({ step }: { step: ExplanationStep }) {
  const t = useText();
  const lines = linkLines(step, t);
  return lines.map((line) => (
    <Text key={line} fz={13} c="dimmed">
      {line}
    </Text>
  ));
}

function linkLines(step: ExplanationStep, t: ReturnType<typeof useText>): string[] {
  switch (step.kind) {
    case 'WAIT':
      return (step.links ?? []).map(({ link, why }) => `${link}: ${why}`);
    case 'ROUTE':
      return [
        `${step.link}: ${routeText(step, t)}`,
        ...step.passed.map(({ link, why }) => `${link}: ${why}`),
      ];
    case 'ATTEMPT':
    case 'RECEIPT':
      return step.link ? [step.link] : [];
    default:
      return [];
  }
}

/** The rule or the prefix that selected the link, with its share. */
function routeText(
  { rule, prefix, tier, weight, weights }: StepOf<'ROUTE'>,
  t: ReturnType<typeof useText>,
): string {
  if (tier === null) return rule === null ? t('staff.trace.noRoute') : t('staff.trace.noRule', { rule });
  const share = { tier, weight: weight!, weights: weights! };
  return rule === null
    ? t('staff.trace.routeOf', { prefix: prefix || 'all', ...share })
    : t('staff.trace.ruleOf', { rule, ...share });
}

/** The same steps as the carrier and the database recorded them, for a ticket at the carrier. */
function Raw({ trace: { steps, refs, message } }: { trace: MessageTrace }) {
  const t = useText();
  const [isOpen, { toggle }] = useDisclosure(false);
  const body = useId();
  return (
    <Stack gap={24} align="stretch">
      <Button
        variant="outline"
        w={{ base: '100%', xs: 'fit-content' }}
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={toggle}
      >
        {t(isOpen ? 'staff.trace.hideRaw' : 'staff.trace.showRaw')}
      </Button>
      <Stack id={body} gap={40} hidden={!isOpen}>
        {isOpen ? (
          <>
            <Section title={t('staff.trace.steps')}>
              <Steps steps={steps} />
            </Section>
            {refs.length > 0 ? <Refs refs={refs} /> : null}
            <Section title={t('staff.trace.body')}>
              <Card>
                <Text style={BREAKS}>{message.masked_body}</Text>
              </Card>
            </Section>
          </>
        ) : null}
      </Stack>
    </Stack>
  );
}

/** All steps in order, with the carrier's data. */
function Steps({ steps }: { steps: TraceStep[] }) {
  const t = useText();
  return (
    <DataTable
      label={t('staff.trace.steps')}
      rows={steps.map((step, index) => ({ step, index }))}
      // Steps have no id, and the list is only replaced as a whole.
      rowKey={({ index }) => String(index)}
      stacked={({ step }) => <Step step={step} />}
    />
  );
}

const COLOURS: Partial<Record<TraceStep['kind'], string>> = {
  DELIVERED: 'var(--success)',
  FAILED: 'var(--danger)',
};

function Step({ step: { at, kind, detail, link, data } }: { step: TraceStep }) {
  const t = useText();
  return (
    <div className={classes.step}>
      <Text component="time" c="dimmed" dateTime={at} title={formatUtc(at)}>
        {formatDay(at)} {formatTimeMs(at)}
      </Text>
      <Text className={classes.kind ?? ''} component="strong" fw={600} c={COLOURS[kind] ?? 'var(--text)'}>
        {t(`staff.trace.${kind}`)}
      </Text>
      <div className={classes.what}>
        <Text style={BREAKS}>
          {detail}
          <Text span inherit c="dimmed">
            {link ? ` ${link}` : null}
          </Text>
        </Text>
        {data ? (
          <dl className={classes.data}>
            {Object.entries(data).map(([name, value]) => (
              <Flex key={name} gap={12} miw={0}>
                <Text component="dt" className="mono" flex="none" w={128} c="dimmed">
                  {name}
                </Text>
                <Text component="dd" className="mono" miw={0} style={BREAKS}>
                  {INSTANT.test(value) ? <Moment instant={value} /> : value}
                </Text>
              </Flex>
            ))}
          </dl>
        ) : null}
      </div>
    </div>
  );
}

export default withTexts(TracePage, staffTrace);
