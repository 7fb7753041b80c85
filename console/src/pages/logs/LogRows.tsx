// The rows of messages, in the log and in a campaign.
import type { ShownRow } from '@godwit/contract/messages/messages';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CopyId } from '../../components/CopyButton.tsx';
import { Moment } from '../../components/Moment.tsx';
import { StatusPill, statusLabel } from '../../components/message/StatusPill.tsx';
import { formatCount, formatInstant, shortId } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import type { RowProps } from '../../ui/DataTable.tsx';
import { threadAddress } from '../conversation/conversationState.ts';
import type { FromCampaign, FromPerson, LogNavigation } from './logState.ts';

const DIRECTION_LABELS: Record<string, TextId> = { OUTGOING: 'logs.outgoing', INCOMING: 'logs.incoming' };

/** The text id of the API column. A message that is neither outgoing nor incoming is a verification. */
export const directionLabel = (direction: string): TextId => DIRECTION_LABELS[direction] ?? 'logs.verify';

/** @param navigation the navigation state that the details page receives and returns */
export function useLogRows(
  navigation: LogNavigation | FromCampaign | FromPerson,
): Omit<RowProps<ShownRow>, 'label'> {
  const t = useText();
  const readable = useReadableNumber();
  return {
    rowKey: ({ id }) => id,
    columns: [
      {
        id: 'date',
        head: t('field.date'),
        cell: (row) => <Moment instant={row.accepted_at} row />,
        width: '20%',
      },
      { id: 'api', head: t('nav.api'), cell: (row) => <Api direction={row.direction} />, width: '10%' },
      {
        id: 'from',
        head: t('field.from'),
        cell: (row) => <NumberCell row={row} side="INCOMING" readable={readable} />,
        width: '15%',
      },
      {
        id: 'to',
        head: t('field.to'),
        cell: (row) => <NumberCell row={row} side="OUTGOING" readable={readable} />,
        width: '16%',
      },
      {
        id: 'id',
        head: t('field.messageId'),
        cell: (row) => <CopyId id={row.id} label={t('logs.copyId')} row />,
        width: '17%',
      },
      {
        id: 'segments',
        head: t('field.segments'),
        cell: (row) => formatCount(row.segments),
        align: 'right',
        width: '8%',
      },
      { id: 'status', head: t('field.status'), cell: (row) => <StatusPill status={row.status} /> },
    ],
    stacked: (row) => <StackedMessage row={row} readable={readable} />,
    link: ({ id }) => ({ to: paths.message(id), state: navigation }),
    rowLabel: (row) =>
      t('logs.row', {
        to: row.direction === 'INCOMING' ? `${t('logs.incoming')} ${readable(row.from)}` : readable(row.to),
        status: t(statusLabel(row.status)),
        date: formatInstant(row.accepted_at),
      }),
  };
}

type NumberProps = {
  row: ShownRow;
  /** The direction of messages whose other party is in this column. */
  side: 'INCOMING' | 'OUTGOING';
  readable: (number: string) => string;
};

/** A sender or recipient. If the customer's number is two-way, the other party links to the conversation. */
function NumberCell({ row, side, readable }: NumberProps) {
  const t = useText();
  const [number, own] = side === 'INCOMING' ? [row.from, row.to] : [row.to, row.from];
  const shown = readable(side === 'INCOMING' ? row.from : row.to);
  if (row.direction !== side || !isTwoWayNumber(own)) return shown;
  const label = t('logs.conversation', { number: shown });
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {shown}
      <ActionIcon component={Link} to={threadAddress(number)} size={28} aria-label={label} title={label}>
        <IconMessage size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  );
}

/** Outgoing messages are dimmed, because most messages are outgoing. */
function Api({ direction }: { direction: string }) {
  const t = useText();
  return (
    <Text span inherit c={direction === 'OUTGOING' ? 'dimmed' : 'var(--text)'}>
      {t(directionLabel(direction))}
    </Text>
  );
}

function StackedMessage({ row, readable }: { row: ShownRow; readable: (number: string) => string }) {
  const t = useText();
  // The other party comes first: the sender of an incoming message, otherwise the recipient.
  const [first, second] = row.direction === 'INCOMING' ? [row.from, row.to] : [row.to, row.from];
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text span fw={500}>
          {readable(first)}
        </Text>
        <StatusPill status={row.status} />
      </Group>
      <Group justify="space-between" wrap="nowrap">
        <span>{readable(second)}</span>
        <Moment instant={row.accepted_at} row />
      </Group>
      <Group justify="space-between" wrap="nowrap" fz={13} c="dimmed">
        <span>
          <Api direction={row.direction} />
          {' · '}
          {t('logs.count', { count: row.segments })}
        </span>
        <span className="mono" title={row.id}>
          {shortId(row.id)}
        </span>
      </Group>
    </>
  );
}
