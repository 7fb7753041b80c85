// The table of every list: sticky head, rows that open with a click or Enter, skeletons at first, the old
// page dim after. On narrow screens, or if there are no columns, it is a stack: each row is a block of its
// own, which may be a link as a whole.
import { Box, Flex, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
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

/** The target of a row's link; `current`: the page shows that target. */
export type RowLink = { to: string; state?: unknown; current?: boolean };

/** How rows look and what can be done with them. */
export type RowProps<Row> = {
  /** Names the table for screen readers. */
  label: string;
  rowKey: (row: Row) => string;
  /** Left out, it is a stack at every width. */
  columns?: Column<Row>[];
  /** A row where the columns do not fit; left out, the table scrolls sideways there. */
  stacked?: (row: Row) => ReactNode;
  /** The width below which it is a stack. */
  stackBelow?: '62em' | '48em';
  /** Makes the whole row clickable and each row a stop for the keyboard. */
  link?: (row: Row) => RowLink;
  /** The name of a row that the keyboard can focus. */
  rowLabel?: (row: Row) => string;
  /** Draws a row of the table itself, as a `tr` with as many cells; null leaves it to the columns. */
  ownRow?: (row: Row) => ReactNode;
  /** Fills the rows that are chosen. */
  isChosen?: (row: Row) => boolean;
  /** Is shown above the rows of a stack, in the position of a table's head. */
  stackHead?: ReactNode;
  skeletonRows?: number;
};

type Props<Row> = RowProps<Row> & {
  /** undefined while the first page loads. */
  rows: Row[] | undefined;
  /** The next page is loading: the present one stays, dim. */
  dim?: boolean;
  /** Stands above all, inside its edge. */
  title?: ReactNode;
  /** Stands in place of rows when there are none. */
  empty?: ReactNode;
  footer?: ReactNode;
};

export function DataTable<Row>(props: Props<Row>) {
  const { columns, rows, stackBelow = '62em', stacked } = props;
  const narrow = useMediaQuery(`(max-width: ${stackBelow})`, false, { getInitialValueInEffect: false });
  return (
    <Box bg="var(--surface)" bd="1px solid var(--hairline)" bdrs={8} style={{ overflow: 'clip' }}>
      {props.title ? (
        <Box p={{ base: 16, xs: '16px 24px' }} style={{ borderBottom: '1px solid var(--hairline)' }}>
          {props.title}
        </Box>
      ) : null}
      {columns && !(stacked && narrow) ? <Table {...props} columns={columns} /> : <Stacked {...props} />}
      {rows?.length === 0 ? props.empty : null}
      {props.footer ? (
        <Box className="ruled" px={{ base: 16, xs: 24 }} py={12}>
          {props.footer}
        </Box>
      ) : null}
    </Box>
  );
}

/** A name in one line, as people make them as long as they like; whole under the pointer. */
export const Cut = ({ title, children = title }: { title: string; children?: ReactNode }) => (
  <Text
    span
    inherit
    truncate
    display="inline-block"
    maw={260}
    style={{ verticalAlign: 'bottom' }}
    title={title}
  >
    {children}
  </Text>
);

/** Words of several lines in a cell. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <Box miw={160} maw={360} py={8} style={{ whiteSpace: 'normal', overflowWrap: 'break-word' }}>
    {children}
  </Box>
);

/** Keys of rows that are drawn before there are any. */
const skeletonKeys = (count: number) => Array.from({ length: count }, (_, index) => `skeleton ${index}`);

type TableProps<Row> = Props<Row> & { columns: Column<Row>[] };

function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, skeletonRows = 8 } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
        <Box component="tbody" opacity={props.dim ? 0.5 : 1}>
          {rows?.map((row) => <TableRow key={props.rowKey(row)} row={row} {...props} />) ??
            skeletonKeys(skeletonRows).map((key) => (
              <tr key={key}>
                {columns.map(({ id, align }) => (
                  <td key={id} data-align={align}>
                    <Skeleton height={12} width="72%" miw={48} />
                  </td>
                ))}
              </tr>
            ))}
        </Box>
      </table>
    </section>
  );
}

// A click on something of its own inside a row (a link, a button), or the end of selecting text, does not
// open the row.
function meansRow(event: MouseEvent<HTMLElement>): boolean {
  const own = (event.target as HTMLElement).closest('a, button, input, label');
  return own === null && String(getSelection() ?? '') === '';
}

function TableRow<Row>(props: TableProps<Row> & { row: Row }) {
  const { row, columns, link, rowLabel, ownRow, isChosen } = props;
  const navigate = useNavigate();
  const own = ownRow?.(row);
  if (own) return own;
  const open = () => {
    if (!link) return;
    const { to, state } = link(row);
    void navigate(to, { state });
  };
  const opening = link && {
    tabIndex: 0,
    'data-opens': true,
    'aria-label': rowLabel?.(row),
    onClick: (event: MouseEvent<HTMLElement>) => meansRow(event) && open(),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) open();
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

function Stacked<Row>(props: Props<Row>) {
  const { rows, rowKey, isChosen, skeletonRows = 6 } = props;
  return (
    <>
      {props.stackHead && rows?.length ? (
        <Flex
          align="center"
          mih={40}
          px={{ base: 16, sm: 24 }}
          py={4}
          bg="var(--subtle)"
          c="dimmed"
          style={{ borderBottom: '1px solid var(--hairline)' }}
        >
          {props.stackHead}
        </Flex>
      ) : null}
      {rows?.length === 0 ? null : (
        <Box
          component="ul"
          className={classes.stack}
          opacity={props.dim ? 0.5 : 1}
          aria-label={props.label}
          aria-busy={rows === undefined || props.dim || undefined}
        >
          {rows?.map((row) => (
            <li key={rowKey(row)} data-chosen={isChosen?.(row) || undefined}>
              <StackedRow row={row} {...props} />
            </li>
          )) ??
            skeletonKeys(skeletonRows).map((key) => (
              <li key={key} className={classes.row}>
                <Stack gap={12} py={{ base: 4, sm: 0 }}>
                  <Skeleton height={12} width="48%" />
                  <Skeleton height={12} width="72%" />
                  <Skeleton height={12} width="60%" />
                </Stack>
              </li>
            ))}
        </Box>
      )}
    </>
  );
}

function StackedRow<Row>({ row, link, stacked }: Props<Row> & { row: Row }) {
  if (!link) return <div className={classes.row}>{stacked?.(row)}</div>;
  const { to, state, current } = link(row);
  return (
    <Link className={classes.row} to={to} state={state} aria-current={current ? 'true' : undefined}>
      {stacked?.(row)}
    </Link>
  );
}

/** The block of a row without a design of its own: what its columns say, each beside its head. */
export function stackOf<Row>(columns: Column<Row>[]): (row: Row) => ReactNode {
  return (row) => (
    <Flex component="dl" direction="column" gap={4}>
      {columns.map(({ id, head, cell }) => (
        <Flex key={id} align="baseline" gap={12}>
          <Text component="dt" flex="none" w={96} fz={13} c="dimmed">
            {head}
          </Text>
          <Text component="dd" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {cell(row)}
          </Text>
        </Flex>
      ))}
    </Flex>
  );
}
