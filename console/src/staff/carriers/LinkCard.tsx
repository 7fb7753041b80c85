// A carrier link across all processes: its state, warnings and facts.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatInstant } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { bold } from '../../ui/richText.tsx';
import { staffPaths } from '../paths.ts';
import { FactGrid, useMay } from '../shell/StaffPage.tsx';
import { PausedBy } from '../shell/states.tsx';
import { age } from '../status/tables.tsx';
import { LinkPill } from './LinkPill.tsx';

/** Names and reasons can be long. */
export const BREAKS = { overflowWrap: 'anywhere' } as const;

type Props = { link: CarrierLink; title?: ReactNode; action?: ReactNode; children: ReactNode };

/** The head of a link, with its state. */
export function LinkCard({ link, title, action, children }: Props) {
  const { mode, host, paused_state: paused, health } = link;
  return (
    <Card>
      <Group gap="8px 16px" mb={16}>
        {title}
        <LinkPill
          paused={paused !== null}
          sessions={link.sessions}
          bound={link.bound_sessions}
          health={health.state}
          deliversLess={link.delivery?.is_low ?? false}
          lowBalance={link.balance?.is_low ?? false}
        />
        <Text flex="1 1 160px" c="dimmed" style={BREAKS}>
          {mode} · {host}
        </Text>
        {action}
      </Group>
      {paused ? (
        <Text mb={16} c="var(--warning)" style={BREAKS}>
          <PausedBy {...paused} />
        </Text>
      ) : null}
      {health.words ? <Text mb={16}>{health.words}</Text> : null}
      {children}
    </Card>
  );
}

/** Pauses or resumes a link, if the role allows. */
export function PauseButton({
  link,
  onAsk,
  variant,
}: {
  link: CarrierLink;
  onAsk: () => void;
  variant: string;
}) {
  const t = useText();
  const may = useMay();
  if (!may('carriers')) return null;
  const act = link.paused_state ? 'resume' : 'pause';
  return (
    <Button
      variant={variant}
      // Compensates the padding of a subtle button at the end of a line.
      {...(variant === 'subtle' ? { mr: -14 } : {})}
      aria-label={t(`staff.carriers.${act}Of`, { id: link.id })}
      onClick={onAsk}
    >
      {t(`staff.carriers.${act}`)}
    </Button>
  );
}

/** The warnings in short: the page of the link has the sentences. */
export function Warnings({ link }: { link: CarrierLink }) {
  const warnings = warningsOf(link, useText());
  if (warnings.length === 0) return null;
  return (
    <Group gap={8} mb={20} wrap="nowrap" align="flex-start" c="var(--warning)">
      <WarningIcon />
      <Anchor component={Link} to={staffPaths.carrier(link.id)} c="inherit">
        {warnings.map(({ name }) => name).join(' · ')}
      </Anchor>
    </Group>
  );
}

/** The warnings, with what to do. */
export function WarningList({ link }: { link: CarrierLink }) {
  const warnings = warningsOf(link, useText());
  if (warnings.length === 0) return null;
  return (
    <Stack component="ul" className="ruled" gap={16} mt={24} pt={24}>
      {warnings.map(({ name, text }) => (
        <Group key={name} component="li" gap={12} wrap="nowrap" align="flex-start" style={BREAKS}>
          <Box c="var(--warning)">
            <WarningIcon />
          </Box>
          <div>
            <Text fw={600}>{name}</Text>
            <Text maw={760}>{text}</Text>
          </div>
        </Group>
      ))}
    </Stack>
  );
}

const WarningIcon = () => (
  <IconAlertTriangle size={20} stroke={1.75} style={{ display: 'block', flex: 'none' }} aria-hidden="true" />
);

type Warning = { name: string; text: ReactNode };

/** Also those of which the service's alerts warn. */
function warningsOf(link: CarrierLink, t: Translate): Warning[] {
  return [...alertsOf(link, t), ...receiptTroubles(link, t)];
}

function alertsOf({ balance, delivery }: CarrierLink, t: Translate): Warning[] {
  const warnings: (Warning | null)[] = [
    balance?.is_low
      ? {
          name: t('staff.carriers.lowBalance'),
          text: t('staff.carriers.balanceLow', { balance: amountOf(balance, t), below: balance.below ?? '' }),
        }
      : null,
    balance?.fault
      ? {
          name: t('staff.carriers.noBalance'),
          text: t('staff.carriers.balanceFault', { fault: balance.fault }),
        }
      : null,
    delivery?.is_low
      ? {
          name: t('staff.carriers.deliversLess'),
          text: t('staff.carriers.deliveryLow', {
            delivered: delivery.delivered,
            ended: delivery.ended,
            usual: percent(delivery.usual_share, t),
          }),
        }
      : null,
  ];
  return warnings.filter((one) => one !== null);
}

function receiptTroubles(link: CarrierLink, t: Translate): Warning[] {
  const { message_id_hint: hint, receipts_set_aside: setAside, receipts_dropped: dropped } = link;
  const warnings: (Warning | null)[] = [
    hint
      ? {
          name: t('staff.carriers.unmatchedReceipts'),
          text: t.rich(
            hint.would_match === 'number' ? 'staff.carriers.numberHint' : 'staff.carriers.messageIdHint',
            { would: hint.would_match, set: hint.message_id, at: formatInstant(hint.seen_at), b: bold },
          ),
        }
      : null,
    setAside
      ? {
          name: t('staff.carriers.receiptsSetAside'),
          text: t('staff.carriers.setAside', {
            count: setAside.count,
            at: formatInstant(setAside.at),
            reason: setAside.reason,
          }),
        }
      : null,
    dropped
      ? {
          name: t('staff.carriers.receiptsDropped'),
          text: t('staff.carriers.dropped', {
            count: dropped.count,
            since: formatInstant(dropped.since),
            at: formatInstant(dropped.at),
          }),
        }
      : null,
  ];
  return warnings.filter((one) => one !== null);
}

/** The figures that tell whether a link works. */
export const LinkFigures = ({ link }: { link: CarrierLink }) => (
  <FactGrid facts={figuresOf(link, useText())} />
);

/** All facts of a link. */
export const LinkFacts = ({ link }: { link: CarrierLink }) => <FactGrid facts={factsOf(link, useText())} />;

function figuresOf(link: CarrierLink, t: Translate): [string, string][] {
  const { due, oldest_seconds: oldest } = link.queue;
  return [
    [
      t('staff.carriers.sessions'),
      t('staff.carriers.sessionsOf', { bound: link.bound_sessions, all: link.sessions }),
    ],
    [t('staff.carriers.rate'), t('staff.carriers.rateOf', { rate: link.rate, most: link.throughput })],
    [t('staff.carriers.queue'), t('staff.carriers.queueOf', { due, age: age(oldest, t) })],
    ...deliveryFact(link, t),
  ];
}

function factsOf(link: CarrierLink, t: Translate): [string, string][] {
  return [
    ...figuresOf(link, t),
    [t('staff.carriers.window'), t('staff.carriers.windowOf', { used: link.in_flight, all: link.window })],
    ...balanceFact(link, t),
    [
      t('staff.carriers.sender'),
      t(link.fixed_sender ? 'staff.carriers.senderFixed' : 'staff.carriers.senderGiven'),
    ],
    [
      t('staff.carriers.processes'),
      t('staff.carriers.processesOf', { count: link.processes, seen: formatInstant(link.seen_at) }),
    ],
  ];
}

function deliveryFact({ delivery }: CarrierLink, t: Translate): [string, string][] {
  if (!delivery) return [];
  const { delivered, ended } = delivery;
  const percent = ended === 0 ? 0 : Math.round((100 * delivered) / ended);
  return [[t('staff.carriers.delivery'), t('staff.carriers.deliveryOf', { percent, ended })]];
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
