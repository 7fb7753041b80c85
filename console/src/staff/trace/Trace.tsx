// What is known of one message: its facts, where it waits, its ids at the carrier, every step.
import type { MessageTrace } from '@godwit/contract/staffOperations';
import { Anchor } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { StatusPill } from '../../components/StatusPill.tsx';
import { formatInstant, formatPrice, formatUtc } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { staffPaths } from '../paths.ts';
import { type Fact, Facts } from '../shell/Facts.tsx';
import { Steps } from './Steps.tsx';
import classes from './trace.module.css';

export function Trace({ trace }: { trace: MessageTrace }) {
  const t = useText();
  return (
    <div className={classes.parts}>
      <Message trace={trace} />
      {trace.waiting ? <Waiting waiting={trace.waiting} /> : null}
      <section>
        <h2 className={classes.heading}>{t('staff.trace.steps')}</h2>
        <Steps steps={trace.steps} />
      </section>
      {trace.refs.length > 0 ? <Refs refs={trace.refs} /> : null}
    </div>
  );
}

function Message({ trace: { message, team, project } }: { trace: MessageTrace }) {
  const t = useText();
  const readable = useReadableNumber();
  const { segments, length, encoding } = message;
  const facts: Fact[] = [
    [
      t('staff.trace.team'),
      <Anchor key="team" component={Link} to={staffPaths.team(team.id)}>
        {team.name}
      </Anchor>,
    ],
    [t('staff.trace.project'), project.name],
    [t('staff.trace.mode'), message.mode],
    [t('staff.trace.from'), readable(message.from)],
    [t('staff.trace.to'), readable(message.to)],
    [t('staff.trace.segments'), t('staff.trace.segmentsOf', { segments, length, encoding })],
    [t('staff.trace.charged'), formatPrice(message.charged, message.currency)],
  ];
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={`mono ${classes.id}`}>{message.id}</h2>
        <StatusPill status={message.status} />
      </div>
      <Facts facts={facts} />
      <p className={classes.bodyLabel}>{t('staff.trace.body')}</p>
      <p className={classes.body} dir="auto">
        {message.masked_body}
      </p>
    </Card>
  );
}

function Waiting({ waiting }: { waiting: NonNullable<MessageTrace['waiting']> }) {
  const t = useText();
  const heading = useId();
  const at = (instant: string | null) => (instant ? formatInstant(instant) : t('staff.none'));
  const facts: Fact[] = [
    [t('staff.trace.route'), waiting.route],
    [t('staff.trace.lane'), String(waiting.lane)],
    [t('staff.trace.due'), at(waiting.due_at)],
    [t('staff.trace.expires'), at(waiting.expires_at)],
    [t('staff.trace.attempts'), String(waiting.attempts)],
    [t('staff.trace.link'), waiting.link ?? t('staff.none')],
    [t('staff.trace.lease'), at(waiting.lease_until)],
    [t('staff.trace.doubt'), at(waiting.doubt_until)],
  ];
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {t('staff.trace.waiting')}
      </h2>
      <Card>
        <Facts facts={facts} />
      </Card>
    </section>
  );
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
      cell: ({ at }) => (
        <time dateTime={at} title={formatUtc(at)}>
          {formatInstant(at)}
        </time>
      ),
    },
  ];
  return (
    <section>
      <h2 className={classes.heading}>{t('staff.trace.refs')}</h2>
      <DataTable
        label={t('staff.trace.refs')}
        columns={columns}
        rows={refs}
        rowKey={({ link, carrier_id: id }) => `${link} ${id}`}
        empty={null}
      />
    </section>
  );
}
