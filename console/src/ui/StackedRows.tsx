// What DataTable is on a narrow screen: each row a block of its own, which may lead somewhere as a whole.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './StackedRows.module.css';

type Props<Row> = {
  /** Names the list for screen readers. */
  label: string;
  /** undefined while the first page loads. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  link?: (row: Row) => { to: string; state?: unknown };
  /** Stands above the rows, where a table has its head. */
  head?: ReactNode;
  /** Fills the rows that are chosen. */
  isChosen?: (row: Row) => boolean;
  children: (row: Row) => ReactNode;
  /** The next page is loading: the present one stays, dim. */
  dim?: boolean;
  skeletonRows?: number;
  /** Stands in place of rows when there are none. */
  empty: ReactNode;
  footer?: ReactNode;
};

export function StackedRows<Row>(props: Props<Row>) {
  const { rows, skeletonRows = 6 } = props;
  return (
    <div className={classes.card}>
      {props.head ? <div className={classes.head}>{props.head}</div> : null}
      {rows?.length === 0 ? (
        props.empty
      ) : (
        <ul
          className={classes.list}
          aria-label={props.label}
          aria-busy={rows === undefined || props.dim || undefined}
          data-dim={props.dim || undefined}
        >
          {rows
            ? rows.map((row) => (
                <li key={props.rowKey(row)} data-chosen={props.isChosen?.(row) || undefined}>
                  {props.link ? (
                    <Link className={classes.row} {...props.link(row)}>
                      {props.children(row)}
                    </Link>
                  ) : (
                    <div className={classes.row}>{props.children(row)}</div>
                  )}
                </li>
              ))
            : Array.from({ length: skeletonRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike and never reordered
                <li key={index} className={classes.row}>
                  <Skeleton height={12} width="48%" />
                  <Skeleton height={12} width="72%" />
                  <Skeleton height={12} width="60%" />
                </li>
              ))}
        </ul>
      )}
      {props.footer ? <div className={classes.footer}>{props.footer}</div> : null}
    </div>
  );
}
