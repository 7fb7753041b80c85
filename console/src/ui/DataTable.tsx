// The table of every list: sticky head, rows that open with a click or Enter, skeletons at first, the old page dim after.
import { Skeleton } from '@mantine/core';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import classes from './DataTable.module.css';

export type Column<Row> = {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers go right. */
  align?: 'right';
  /** For what repeats from row to row, so that exceptions stand out. */
  muted?: boolean;
  width?: string;
};

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string;
  columns: Column<Row>[];
  /** undefined while the first page loads. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Opens a row; makes the whole row clickable and each row a stop for the keyboard. */
  onOpen?: (row: Row) => void;
  /** What a row is called when it is a stop for the keyboard. */
  rowLabel?: (row: Row) => string;
  /** Draws a row itself, as a `tr` with as many cells; null leaves it to the columns. */
  ownRow?: (row: Row) => ReactNode;
  /** Fills the rows that are chosen. */
  isChosen?: (row: Row) => boolean;
  /** The next page is loading: the present one stays, dim. */
  dim?: boolean;
  skeletonRows?: number;
  /** Stands in place of rows when there are none. */
  empty: ReactNode;
  footer?: ReactNode;
};

// A click on something of its own inside a row (a link, a button), or the end of selecting text, does not open the row.
function meansRow(event: MouseEvent<HTMLElement>): boolean {
  const own = (event.target as HTMLElement).closest('a, button, input, label');
  return own === null && String(getSelection() ?? '') === '';
}

export function DataTable<Row>(props: Props<Row>) {
  const { columns, rows, skeletonRows = 8 } = props;
  return (
    <div className={classes.card}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={props.label} tabIndex={0}>
        <table className={classes.table} aria-busy={rows === undefined || props.dim || undefined}>
          <thead>
            <tr>
              {columns.map(({ id, head, align, width }) => (
                <th key={id} scope="col" data-align={align} style={width ? { width } : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-dim={props.dim || undefined}>
            {rows
              ? rows.map((row) => <DataRow key={props.rowKey(row)} row={row} {...props} />)
              : Array.from({ length: skeletonRows }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike and never reordered
                  <tr key={index}>
                    {columns.map(({ id, align }) => (
                      <td key={id} data-align={align}>
                        <Skeleton className={classes.skeleton ?? ''} />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </section>
      {rows?.length === 0 ? props.empty : null}
      {props.footer ? <div className={classes.footer}>{props.footer}</div> : null}
    </div>
  );
}

function DataRow<Row>({ row, columns, onOpen, rowLabel, ownRow, isChosen }: Props<Row> & { row: Row }) {
  const own = ownRow?.(row);
  if (own) return own;
  const opening = onOpen && {
    tabIndex: 0,
    'data-opens': true,
    'aria-label': rowLabel?.(row),
    onClick: (event: MouseEvent<HTMLElement>) => meansRow(event) && onOpen(row),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
    },
  };
  return (
    <tr {...opening} data-chosen={isChosen?.(row) || undefined}>
      {columns.map(({ id, cell, align, muted }) => (
        <td key={id} data-align={align} data-muted={muted || undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
