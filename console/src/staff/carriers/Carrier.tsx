// One carrier link: how it does, and the button that pauses or resumes it where the role may.
import type { CarrierLink } from '@godwit/contract/staffOperations';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPause, IconX } from '@tabler/icons-react';
import { formatInstant } from '../../format.ts';
import { type Text, useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Facts } from '../shell/Facts.tsx';
import { useMay } from '../shell/session.ts';
import classes from './carriers.module.css';

const STATES = {
  BOUND: { tone: 'success', icon: IconCheck },
  PARTLY_BOUND: { tone: 'warning', icon: IconAlertTriangle },
  DOWN: { tone: 'danger', icon: IconX },
  PAUSED: { tone: 'warning', icon: IconPlayerPause },
} as const;

export function Carrier({ link, onAsk }: { link: CarrierLink; onAsk: () => void }) {
  const t = useText();
  const may = useMay();
  const { id, mode, host, state, paused_state: paused, health } = link;
  const act = paused ? 'resume' : 'pause';
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={classes.name}>{id}</h2>
        <Pill {...STATES[state]}>{t(`staff.carriers.${state}`)}</Pill>
        <span className={classes.where}>
          {mode} · {host}
        </span>
        {may('carriers') ? (
          <Button variant="outline" aria-label={t(`staff.carriers.${act}Of`, { id })} onClick={onAsk}>
            {t(`staff.carriers.${act}`)}
          </Button>
        ) : null}
      </div>
      {paused ? (
        <p className={classes.warning}>
          {t.rich('staff.carriers.pausedBy', {
            by: paused.by,
            at: formatInstant(paused.at),
            reason: paused.reason,
            b: (words) => <strong key="b">{words}</strong>,
          })}
        </p>
      ) : null}
      <ReceiptTrouble link={link} />
      {health.words ? <p className={classes.paused}>{health.words}</p> : null}
      <Facts facts={factsOf(link, t)} />
    </Card>
  );
}

function ReceiptTrouble({
  link: { message_id_hint: hint, receipts_set_aside: setAside },
}: {
  link: CarrierLink;
}) {
  const t = useText();
  return (
    <>
      {hint ? (
        <p className={classes.warning}>
          {t.rich('staff.carriers.messageIdHint', {
            would: hint.would_match,
            set: hint.message_id,
            at: formatInstant(hint.seen_at),
            b: (words) => <strong key="b">{words}</strong>,
          })}
        </p>
      ) : null}
      {setAside ? (
        <p className={classes.warning}>
          {t('staff.carriers.setAside', {
            count: setAside.count,
            at: formatInstant(setAside.at),
            reason: setAside.reason,
          })}
        </p>
      ) : null}
    </>
  );
}

function factsOf(link: CarrierLink, t: Text): [string, string][] {
  const { due, oldest_seconds: oldest } = link.queue;
  return [
    [
      t('staff.carriers.sessions'),
      t('staff.carriers.sessionsOf', { bound: link.bound_sessions, all: link.sessions }),
    ],
    [t('staff.carriers.window'), t('staff.carriers.windowOf', { used: link.in_flight, all: link.window })],
    [t('staff.carriers.rate'), t('staff.carriers.rateOf', { rate: link.rate, most: link.throughput })],
    [t('staff.carriers.queue'), t('staff.carriers.queueOf', { due, age: age(oldest, t) })],
    [
      t('staff.carriers.processes'),
      t('staff.carriers.processesOf', { count: link.processes, seen: formatInstant(link.seen_at) }),
    ],
  ];
}

const SECONDS_A_MINUTE = 60;

const age = (seconds: number, t: Text): string =>
  t('staff.carriers.age', {
    minutes: Math.floor(seconds / SECONDS_A_MINUTE),
    seconds: seconds % SECONDS_A_MINUTE,
  });
