// Carrier links across all processes, at `/staff/carriers`.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPause, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { bold } from '../../ui/richText.tsx';
import { carriersQuery, changeLink } from '../api/system.ts';
import { FactGrid, StaffPage, useMay } from '../shell/StaffPage.tsx';
import { PausedBy } from '../shell/states.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { RefusedIncoming } from './RefusedIncoming.tsx';

export default function CarriersPage() {
  const t = useText();
  const queries = useQueryClient();
  const links = useQuery(carriersQuery);
  const [ask, question] = useReasonConfirm();

  function askFor({ id, paused_state: paused }: CarrierLink): void {
    const act = paused ? 'resume' : 'pause';
    ask({
      title: t(`staff.carriers.${act}Of`, { id }),
      text: t(`staff.carriers.${act}Text`),
      action: t(`staff.carriers.${act}`),
      asksReason: true,
      call: async (reason) => {
        const newer = await changeLink(id, act, reason);
        // A request in flight may return the state before the change.
        await queries.cancelQueries({ queryKey: carriersQuery.queryKey });
        queries.setQueryData(carriersQuery.queryKey, newer);
        toastSuccess(t(`staff.carriers.${act}dDone`));
      },
      onLost: () => links.refetch(),
    });
  }

  return (
    <StaffPage title={t('staff.nav.carriers')}>
      {links.isError && !links.data ? (
        <LoadFailed error={links.error} onRetry={() => links.refetch()} />
      ) : (
        <Links links={links.data} onAsk={askFor} />
      )}
      <Box mt={40}>
        <RefusedIncoming />
      </Box>
      {question}
    </StaffPage>
  );
}

type LinksProps = { links: CarrierLink[] | undefined; onAsk: (link: CarrierLink) => void };

function Links({ links, onAsk }: LinksProps) {
  const t = useText();
  if (!links) return <Skeleton height={200} aria-busy="true" />;
  if (links.length === 0) {
    return (
      <Card>
        <EmptyState text={t('staff.carriers.empty')} />
      </Card>
    );
  }
  return (
    <Box component="ul" aria-label={t('staff.nav.carriers')}>
      {links.map((link) => (
        <Box component="li" key={link.id} mb={16}>
          <Carrier link={link} onAsk={() => onAsk(link)} />
        </Box>
      ))}
    </Box>
  );
}

/** Names and reasons can be long. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

const STATES = {
  BOUND: { tone: 'success', icon: IconCheck },
  PARTLY_BOUND: { tone: 'warning', icon: IconAlertTriangle },
  DOWN: { tone: 'danger', icon: IconX },
  PAUSED: { tone: 'warning', icon: IconPlayerPause },
} as const;

/** The state of a link, and a button to pause or resume it if the role allows that. */
function Carrier({ link, onAsk }: { link: CarrierLink; onAsk: () => void }) {
  const t = useText();
  const may = useMay();
  const { id, mode, host, state, paused_state: paused, health } = link;
  const act = paused ? 'resume' : 'pause';
  return (
    <Card>
      <Group gap="8px 16px" mb={20}>
        <CardTitle style={BREAKS}>{id}</CardTitle>
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
      <ReceiptTrouble link={link} />
      {health.words ? <Text my={14}>{health.words}</Text> : null}
      <FactGrid facts={factsOf(link, t)} />
    </Card>
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
    [
      t('staff.carriers.processes'),
      t('staff.carriers.processesOf', { count: link.processes, seen: formatInstant(link.seen_at) }),
    ],
  ];
}

const SECONDS_A_MINUTE = 60;

const age = (seconds: number, t: Translate): string =>
  t('staff.carriers.age', {
    minutes: Math.floor(seconds / SECONDS_A_MINUTE),
    seconds: seconds % SECONDS_A_MINUTE,
  });
