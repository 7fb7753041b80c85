// The rows of the log: a table, or on narrow screens a stack.
import type { MessageRow } from '@godwit/contract/messages';
import { statusLabel } from '@godwit/contract/statuses';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { CopyId } from '../../components/CopyId.tsx';
import { Moment } from '../../components/Moment.tsx';
import { StatusPill } from '../../components/StatusPill.tsx';
import { formatCount, formatInstant, shortId } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { StackedRows } from '../../ui/StackedRows.tsx';
import classes from './LogRows.module.css';
import type { FromCampaign, LogNavigation } from './logState.ts';

type Props = {
  label: string;
  rows: MessageRow[] | undefined;
  /** Given to the details, which give it back. */
  navigation: LogNavigation | FromCampaign;
  dim: boolean;
  empty: ReactNode;
  footer: ReactNode;
};

const DIRECTION_WORDS: Record<string, TextId> = { OUTGOING: 'logs.outgoing', INCOMING: 'logs.incoming' };

/** The word of the API column: what neither goes out nor comes in is a verification. */
export const apiWord = (direction: string): TextId => DIRECTION_WORDS[direction] ?? 'logs.verify';

// Below this the seven columns do not fit.
const NARROW = '(max-width: 62em)';

export function LogRows({ label, rows, navigation, dim, empty, footer }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const navigate = useNavigate();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const shared = { label, rows, rowKey: (row: MessageRow) => row.id, dim, empty, footer };
  if (narrow) {
    return (
      <StackedRows {...shared} link={({ id }) => ({ to: paths.message(id), state: navigation })}>
        {(row) => <StackedRow row={row} readable={readable} />}
      </StackedRows>
    );
  }
  const columns: Column<MessageRow>[] = [
    {
      id: 'date',
      head: t('logs.date'),
      cell: (row) => <Moment instant={row.accepted_at} row />,
      width: '20%',
    },
    { id: 'api', head: t('logs.api'), cell: (row) => <Api direction={row.direction} />, width: '10%' },
    { id: 'from', head: t('logs.from'), cell: (row) => readable(row.from), width: '15%' },
    { id: 'to', head: t('logs.to'), cell: (row) => readable(row.to), width: '16%' },
    {
      id: 'id',
      head: t('logs.messageId'),
      cell: (row) => <CopyId id={row.id} label={t('logs.copyId')} row />,
      width: '17%',
    },
    {
      id: 'segments',
      head: t('logs.segments'),
      cell: (row) => formatCount(row.segments),
      align: 'right',
      width: '8%',
    },
    { id: 'status', head: t('logs.status'), cell: (row) => <StatusPill status={row.status} /> },
  ];
  return (
    <DataTable
      {...shared}
      columns={columns}
      skeletonRows={12}
      rowLabel={(row) =>
        t('logs.row', {
          to: readable(row.to),
          status: statusLabel(row.status),
          date: formatInstant(row.accepted_at),
        })
      }
      onOpen={({ id }) => navigate(paths.message(id), { state: navigation })}
    />
  );
}

function Api({ direction }: { direction: string }) {
  const t = useText();
  return <span className={direction === 'OUTGOING' ? classes.usual : ''}>{t(apiWord(direction))}</span>;
}

function StackedRow({ row, readable }: { row: MessageRow; readable: (number: string) => string }) {
  const t = useText();
  return (
    <>
      <span className={classes.line}>
        <strong className={classes.to}>{readable(row.to)}</strong>
        <StatusPill status={row.status} />
      </span>
      <span className={classes.line}>
        <span className={classes.from}>{readable(row.from)}</span>
        <Moment instant={row.accepted_at} row />
      </span>
      <span className={classes.quiet}>
        <span>
          {t(apiWord(row.direction))}
          {' · '}
          {t('logs.count', { count: row.segments })}
        </span>
        <span className="mono" title={row.id}>
          {shortId(row.id)}
        </span>
      </span>
    </>
  );
}
