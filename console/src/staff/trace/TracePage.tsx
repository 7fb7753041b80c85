// The trace of a message, at `/staff/trace?id={id}`. `?number={number}` lists the messages of a phone number.
import type { ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import type { MessageTrace, TraceStep } from '@godwit/contract/staff/operations';
import { Anchor, Button, Flex, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { Moment } from '../../components/Moment.tsx';
import { ExplanationSteps } from '../../components/message/Explanation.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { isPlainNumber } from '../../components/palette/find.ts';
import { formatDay, formatInstant, formatPrice, formatTimeMs, formatUtc } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Passage } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import { traceQuery } from '../api/system.ts';
import { staffPaths } from '../paths.ts';
import { FactGrid, type FactRow, StackLead, StaffPage } from '../shell/StaffPage.tsx';
import { staffTrace } from '../traceText.ts';
import { NumberMessages } from './NumberMessages.tsx';
import classes from './trace.module.css';

const LONGEST_ID = 64;
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
      {number && !id ? <NumberMessages key={number} number={number} /> : null}
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

/** The trace: the message, its place in the queue, the explanation, all steps, and its ids at carriers. */
function Trace({ trace }: { trace: MessageTrace }) {
  const t = useText();
  return (
    <Stack gap={40}>
      <Message trace={trace} />
      {trace.waiting ? <Waiting waiting={trace.waiting} /> : null}
      <Section title={t('staff.trace.why')}>
        <Card>
          <ExplanationSteps steps={trace.explanation} detailOf={(step) => <LinkDetail step={step} />} />
        </Card>
      </Section>
      <Section title={t('staff.trace.steps')}>
        <Steps steps={trace.steps} />
      </Section>
      {trace.refs.length > 0 ? <Refs refs={trace.refs} /> : null}
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
    [t('field.from'), readable(message.from)],
    [t('field.to'), readable(message.to)],
    [t('field.segments'), t('staff.trace.segmentsOf', { segments, length, encoding })],
    [t('staff.trace.charged'), formatPrice(message.charged, message.currency)],
    [t('staff.trace.body'), <Passage key="body">{message.masked_body}</Passage>, 'whole'],
  ];
  return (
    <Card>
      <Group gap="8px 16px" mb={20}>
        <Title order={2} className="mono" miw={0} fz={14} lh="24px" fw={500} lts={0} style={BREAKS}>
          {message.id}
        </Title>
        <StatusPill status={message.status} />
      </Group>
      <FactGrid facts={facts} />
    </Card>
  );
}

function Waiting({ waiting }: { waiting: NonNullable<MessageTrace['waiting']> }) {
  const t = useText();
  const at = (instant: string | null) => (instant ? formatInstant(instant) : t('field.none'));
  const facts: FactRow[] = [
    [t('staff.trace.route'), waiting.route],
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
    <Text key={line} className="mono" fz={13} c="dimmed">
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
    ? t('staff.trace.routeOf', { prefix: prefix || '*', ...share })
    : t('staff.trace.ruleOf', { rule, ...share });
}

type Ref = MessageTrace['refs'][number];

function Refs({ refs }: { refs: Ref[] }) {
  const t = useText();
  const outcome = (of: Ref['outcome']): TextId => (of ? `staff.trace.${of}` : 'staff.trace.noReceipt');
  const columns: Column<Ref>[] = [
    {
      id: 'part',
      head: t('staff.trace.part'),
      cell: ({ part, parts }) => t('staff.trace.partOf', { part, parts }),
    },
    { id: 'link', head: t('staff.trace.link'), cell: ({ link }) => link },
    {
      id: 'id',
      head: t('staff.trace.carrierId'),
      cell: (ref) => <span className="mono">{ref.carrier_id}</span>,
    },
    { id: 'outcome', head: t('staff.trace.outcome'), cell: (ref) => t(outcome(ref.outcome)) },
    {
      id: 'at',
      head: t('staff.trace.at'),
      cell: ({ at }) => <Moment instant={at} />,
    },
  ];
  return (
    <Section title={t('staff.trace.refs')}>
      <DataTable
        label={t('staff.trace.refs')}
        columns={columns}
        stacked={(ref) => (
          <>
            <StackLead
              end={`${t('staff.trace.part')} ${t('staff.trace.partOf', { part: ref.part, parts: ref.parts })}`}
            >
              {t(outcome(ref.outcome))}
            </StackLead>
            <Text className="mono" style={BREAKS}>
              {ref.carrier_id}
            </Text>
            <Group justify="space-between" gap="0 12px" c="dimmed">
              {ref.link}
              <Moment instant={ref.at} />
            </Group>
          </>
        )}
        rows={refs}
        rowKey={({ link, carrier_id: id }) => `${link} ${id}`}
      />
    </Section>
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
                  {value}
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
