// The rows of messages, in the log and in a campaign.
import type { LogRow } from '@godwit/contract/messages/messages';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { IconArrowDownLeft, IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CopyId } from '../../components/CopyButton.tsx';
import { Moment } from '../../components/Moment.tsx';
import { StatusPill, statusLabel } from '../../components/message/StatusPill.tsx';
import { formatCount, formatInstant } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { type Column, Cut, type RowProps } from '../../ui/DataTable.tsx';
import { threadAddress } from '../conversation/conversationState.ts';
import type { FromCampaign, FromPerson, LogNavigation } from './logState.ts';
import { OPTIONAL_COLUMNS, useLogView } from './logView.ts';

const DIRECTION_LABELS: Record<string, TextId> = { OUTGOING: 'logs.outgoing', INCOMING: 'logs.incoming' };

/** The text id of the API column. A message that is neither outgoing nor incoming is a verification. */
export const directionLabel = (direction: string): TextId => DIRECTION_LABELS[direction] ?? 'logs.verify';

/** How messages open beside the log: the open one, if any, and the log's own query. */
type BesideLog = { openId: string | undefined; search: string };

/** The columns that fit beside an open message. */
const BESIDE_COLUMNS = ['date', 'person', 'text', 'status'];

/**
 * The columns are those that the person has chosen.
 * @param navigation the navigation state that the details page receives and returns
 * @param beside set if messages open beside the list instead of on a page of their own
 * @param sort set if the list can be sorted by time
 */
export function useLogRows(
  navigation: LogNavigation | FromCampaign | FromPerson,
  beside?: BesideLog,
  sort?: Column<LogRow>['sort'],
): Omit<RowProps<LogRow>, 'label'> {
  const t = useText();
  const readable = useReadableNumber();
  const { chosen, compact } = useLogView();
  const ends = { readable, compact };
  const columns: Column<LogRow>[] = [
    {
      id: 'date',
      head: t('field.date'),
      cell: (row) => <Moment instant={row.accepted_at} row />,
      width: '18%',
      ...(sort && { sort }),
    },
    { id: 'api', head: t('nav.api'), cell: (row) => <Api direction={row.direction} />, width: '9%' },
    {
      id: 'from',
      head: t('field.from'),
      cell: (row) => <End row={row} side="INCOMING" {...ends} />,
      width: '13%',
    },
    {
      id: 'to',
      head: t('field.to'),
      cell: (row) => <End row={row} side="OUTGOING" {...ends} />,
      width: '16%',
    },
    {
      id: 'person',
      head: t('field.number'),
      cell: (row) => <Other row={row} {...ends} />,
      width: '1%',
    },
    { id: 'text', head: t('logs.text'), cell: (row) => <Excerpt row={row} />, fills: true },
    {
      id: 'id',
      head: t('field.messageId'),
      cell: (row) => <CopyId id={row.id} label={t('logs.copyId')} row />,
      width: '15%',
    },
    {
      id: 'segments',
      head: t('field.segments'),
      cell: (row) => formatCount(row.segments),
      align: 'right',
      width: '8%',
    },
    {
      id: 'status',
      head: t('field.status'),
      cell: (row) => <StatusPill status={row.status} />,
      width: '11%',
    },
  ];
  const openId = beside?.openId;
  const isShown = (id: string) => {
    if (openId) return BESIDE_COLUMNS.includes(id);
    return id !== 'person' && (chosen.some((choice) => choice === id) || !isOptional(id));
  };
  return {
    rowKey: ({ id }) => id,
    columns: columns.filter(({ id }) => isShown(id)),
    compact,
    stacked: (row) => <StackedMessage row={row} readable={readable} />,
    link: ({ id }) => ({
      to: paths.message(id) + (beside?.search ?? ''),
      state: navigation,
      current: id === openId,
      beside: beside !== undefined,
      replace: openId !== undefined,
    }),
    rowLabel: (row) => {
      const [number] = endsOf(row);
      const person = row.contact === null ? readable(number) : `${row.contact}, ${readable(number)}`;
      return t('logs.row', {
        to: row.direction === 'INCOMING' ? `${t('logs.incoming')} ${person}` : person,
        status: t(statusLabel(row.status)),
        date: formatInstant(row.accepted_at),
      });
    },
  };
}

const isOptional = (id: string): boolean => OPTIONAL_COLUMNS.some((column) => column === id);

/** The other party, and the number or sender id of the customer. */
const endsOf = ({ direction, from, to }: LogRow): [string, string] =>
  direction === 'INCOMING' ? [from, to] : [to, from];

type EndProps = {
  row: LogRow;
  /** The direction of messages whose other party is in this column. */
  side: 'INCOMING' | 'OUTGOING';
  readable: (number: string) => string;
  compact: boolean;
};

/**
 * A sender or recipient; a contact with their name. If the customer's number is two-way, the other party
 * links to the conversation.
 */
function End({ row, side, readable, compact }: EndProps) {
  const t = useText();
  const [number, own] = endsOf(row);
  const shown = readable(side === 'INCOMING' ? row.from : row.to);
  if (row.direction !== side) return shown;
  const person = <Person name={row.contact} number={shown} compact={compact} />;
  if (!isTwoWayNumber(own)) return person;
  const label = t('list.conversation', { name: shown });
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {person}
      <ActionIcon component={Link} to={threadAddress(number)} size={28} aria-label={label} title={label}>
        <IconMessage size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  );
}

/** The other party, marked if the message came from them. */
function Other({ row, readable, compact }: Omit<EndProps, 'side'>) {
  const t = useText();
  const person = <Person name={row.contact} number={readable(endsOf(row)[0])} compact={compact} />;
  if (row.direction !== 'INCOMING') return person;
  return (
    <Group component="span" gap={6} wrap="nowrap">
      <IconArrowDownLeft size={16} stroke={1.75} role="img" aria-label={t('logs.incoming')} />
      {person}
    </Group>
  );
}

/** A name above its number; in a low row the name alone. */
function Person({ name, number, compact }: { name: string | null; number: string; compact: boolean }) {
  if (name === null) return number;
  if (compact) return <Cut title={`${name}, ${number}`}>{name}</Cut>;
  return (
    <Box component="span" style={{ display: 'inline-grid' }} maw={200} lh="18px">
      <Text span inherit truncate title={name}>
        {name}
      </Text>
      <Text span fz={13} lh="18px" c="dimmed">
        {number}
      </Text>
    </Box>
  );
}

/** How the text begins, on one line. */
function Excerpt({ row: { excerpt } }: { row: LogRow }) {
  const t = useText();
  return excerpt === null ? (
    <Text span inherit c="dimmed" title={t('message.notKept')}>
      {t('field.none')}
    </Text>
  ) : (
    <span title={excerpt}>{excerpt}</span>
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

function StackedMessage({ row, readable }: { row: LogRow; readable: (number: string) => string }) {
  const [other, own] = endsOf(row);
  const named = row.contact !== null;
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text span fw={500} truncate title={row.contact ?? undefined}>
          {row.contact ?? readable(other)}
        </Text>
        <StatusPill status={row.status} />
      </Group>
      <Text span truncate title={row.excerpt ?? undefined}>
        <Excerpt row={row} />
      </Text>
      <Group justify="space-between" gap="4px 12px" fz={13} c="dimmed">
        <span>
          {row.direction === 'OUTGOING' ? null : (
            <>
              <Api direction={row.direction} />
              {' · '}
            </>
          )}
          {named ? readable(other) : readable(own)}
        </span>
        <Moment instant={row.accepted_at} row />
      </Group>
    </>
  );
}
