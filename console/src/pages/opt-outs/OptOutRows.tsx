// The rows of the opt-outs: a table, or on narrow screens a stack.
import { isTeamsOwn, type OptOut } from '@godwit/contract/optOuts';
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Moment } from '../../components/Moment.tsx';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { StackedRows } from '../../ui/StackedRows.tsx';
import classes from './OptOutRows.module.css';

type Props = {
  rows: OptOut[] | undefined;
  dim: boolean;
  /** Null for those who may only look. */
  onRemove: ((number: string) => void) | null;
  empty: ReactNode;
  footer: ReactNode;
};

const NARROW = '(max-width: 48em)';

export function OptOutRows({ rows, dim, onRemove, empty, footer }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const shared = { label: t('optOuts.title'), rows, rowKey: (row: OptOut) => row.number, dim, empty, footer };
  const remove = ({ number, source }: OptOut) => {
    if (!onRemove) return null;
    if (!isTeamsOwn(source))
      return (
        <span className={classes.kept}>
          {t(source === 'STAFF' ? 'optOuts.staffs' : 'optOuts.recipients')}
        </span>
      );
    return (
      <ActionIcon
        size={32}
        aria-label={t('optOuts.remove', { number: readable(number) })}
        onClick={() => onRemove(number)}
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    );
  };
  if (narrow) {
    return (
      <StackedRows {...shared}>
        {(row) => (
          <span className={classes.row}>
            <span className={classes.words}>
              <strong>{readable(row.number)}</strong>
              <span>{t(`optOuts.${row.source}`)}</span>
              <Moment instant={row.created_at} row />
            </span>
            {remove(row)}
          </span>
        )}
      </StackedRows>
    );
  }
  const columns: Column<OptOut>[] = [
    {
      id: 'number',
      head: t('optOuts.number'),
      cell: (row) => <strong className={classes.number}>{readable(row.number)}</strong>,
      width: '28%',
    },
    { id: 'source', head: t('optOuts.source'), cell: (row) => t(`optOuts.${row.source}`), width: '32%' },
    { id: 'since', head: t('optOuts.since'), cell: (row) => <Moment instant={row.created_at} row /> },
  ];
  const last: Column<OptOut> = {
    id: 'actions',
    head: t('optOuts.actions'),
    cell: remove,
    align: 'right',
  };
  return <DataTable {...shared} columns={onRemove ? [...columns, last] : columns} />;
}
