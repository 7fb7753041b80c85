// A carrier link across all processes: its state, warnings and facts.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPause, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatInstant } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { bold } from '../../ui/richText.tsx';
import { FactGrid, useMay } from '../shell/StaffPage.tsx';
import { PausedBy } from '../shell/states.tsx';
import { age } from '../status/tables.tsx';

/** Names and reasons can be long. */
export const BREAKS = { overflowWrap: 'anywhere' } as const;

const STATES = {
  BOUND: { tone: 'success', icon: IconCheck },
  PARTLY_BOUND: { tone: 'warning', icon: IconAlertTriangle },
  DOWN: { tone: 'danger', icon: IconX },
  PAUSED: { tone: 'warning', icon: IconPlayerPause },
} as const;

type Props = { link: CarrierLink; title?: ReactNode; onAsk: () => void; children?: ReactNode };

/** The state of a link, its warnings and facts, and a button to pause or resume it if the role allows. */
export function LinkCard({ link, title, onAsk, children }: Props) {
  const t = useText();
  const may = useMay();
  const { id, mode, host, state, paused_state: paused, health } = link;
  const act = paused ? 'resume' : 'pause';
  return (
    <Card>
      <Group gap="8px 16px" mb={20}>
        {title}
        <Pill {...STATES[state]}>{t(`staff.carriers.${state}`)}</Pill>
        <Text flex="1 1 160px" c="dimmed" style={BREAKS}>
          {mode} · {host}
        </Text>
        {may('carriers') ? (
          <Button variant="outline" aria-label={t(`staff.carriers.${act}Of`, { id })} onClick={onAsk}>
            {t(`staff.carriers.${act}`)}
          </Button>
        ) : null}
      </Group>
      {paused ? (
        <Warning>
          <PausedBy {...paused} />
        </Warning>
      ) : null}
      <Alerts link={link} />
      <ReceiptTrouble link={link} />
      {health.words ? <Text my={14}>{health.words}</Text> : null}
      <FactGrid facts={factsOf(link, t)} />
      {children}
    </Card>
  );
}

/** The low balance and the low share of delivered messages of which the service's alerts also warn. */
function Alerts({ link: { balance, delivery } }: { link: CarrierLink }) {
  const t = useText();
  return (
    <>
      {balance?.is_low ? (
        <Warning>
          {t('staff.carriers.balanceLow', { balance: amountOf(balance, t), below: balance.below ?? '' })}
        </Warning>
      ) : null}
      {balance?.fault ? (
        <Warning>{t('staff.carriers.balanceFault', { fault: balance.fault })}</Warning>
      ) : null}
      {delivery?.is_low ? (
        <Warning>
          {t('staff.carriers.deliveryLow', {
            delivered: delivery.delivered,
            ended: delivery.ended,
            usual: percent(delivery.usual_share, t),
          })}
        </Warning>
      ) : null}
    </>
  );
}

function ReceiptTrouble({
  link: { message_id_hint: hint, receipts_set_aside: setAside, receipts_dropped: dropped },
}: {
  link: CarrierLink;
}) {
  const t = useText();
  return (
    <>
      {hint ? (
        <Warning>
          {t.rich(
            hint.would_match === 'number' ? 'staff.carriers.numberHint' : 'staff.carriers.messageIdHint',
            {
              would: hint.would_match,
              set: hint.message_id,
              at: formatInstant(hint.seen_at),
              b: bold,
            },
          )}
        </Warning>
      ) : null}
      {setAside ? (
        <Warning>
          {t('staff.carriers.setAside', {
            count: setAside.count,
            at: formatInstant(setAside.at),
            reason: setAside.reason,
          })}
        </Warning>
      ) : null}
      {dropped ? (
        <Warning>
          {t('staff.carriers.dropped', {
            count: dropped.count,
            since: formatInstant(dropped.since),
            at: formatInstant(dropped.at),
          })}
        </Warning>
      ) : null}
    </>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <Text mb={20} px={16} py={12} bdrs={8} bg="var(--warning-soft)" c="var(--warning)" style={BREAKS}>
    {children}
  </Text>
);

function factsOf(link: CarrierLink, t: Translate): [string, string][] {
  const { due, oldest_seconds: oldest } = link.queue;
  return [
    [
      t('staff.carriers.sessions'),
      t('staff.carriers.sessionsOf', { bound: link.bound_sessions, all: link.sessions }),
    ],
    [t('staff.carriers.window'), t('staff.carriers.windowOf', { used: link.in_flight, all: link.window })],
    [t('staff.carriers.rate'), t('staff.carriers.rateOf', { rate: link.rate, most: link.throughput })],
    [t('staff.carriers.queue'), t('staff.carriers.queueOf', { due, age: age(oldest, t) })],
    ...deliveryFact(link, t),
    ...balanceFact(link, t),
    [
      t('staff.carriers.processes'),
      t('staff.carriers.processesOf', { count: link.processes, seen: formatInstant(link.seen_at) }),
    ],
  ];
}

function deliveryFact({ delivery }: CarrierLink, t: Translate): [string, string][] {
  if (!delivery) return [];
  const { delivered, ended } = delivery;
  return [[t('staff.carriers.delivery'), t('staff.carriers.deliveryOf', { delivered, ended })]];
}

function balanceFact({ balance }: CarrierLink, t: Translate): [string, string][] {
  if (!balance) return [];
  const amount = amountOf(balance, t);
  const said = balance.at ? t('staff.carriers.balanceOf', { amount, at: formatInstant(balance.at) }) : amount;
  return [[t('staff.carriers.balance'), said]];
}

/** The balance as the carrier writes it, or why there is none. */
const amountOf = ({ amount, currency }: NonNullable<CarrierLink['balance']>, t: Translate): string =>
  amount === null ? t('staff.carriers.balanceNone') : [amount, currency].filter(Boolean).join(' ');

const percent = (share: number | null, t: Translate): string =>
  share === null
    ? t('staff.carriers.usualNone')
    : t('staff.carriers.percent', { percent: Math.round(share * 100) });
