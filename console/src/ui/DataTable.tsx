// The table of every list: a sticky head, rows that open on click or Enter, skeletons for the first page, and
// a dimmed old page while the next one loads. On narrow screens, or without columns, each row is a block,
// which may be a link.
import { Box, Flex, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { focusBeside } from './beside.ts';
import classes from './DataTable.module.css';
import { useLeftRow } from './leftRows.ts';

export type Column<Row> = {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** For numbers. */
  align?: 'right';
  /** For values that repeat from row to row, so that exceptions stand out. */
  muted?: boolean;
  /** Takes the rest of the width, and cuts its text to one line. */
  fills?: boolean;
  width?: string;
  /** Makes the head a button that reverses the order. */
  sort?: { order: 'ASC' | 'DESC'; onReverse: () => void };
};

/** The target of a row's link. */
export type RowLink = {
  to: string;
  state?: unknown;
  /** The page shows this target. */
  current?: boolean;
  /** The target opens beside the list, which stays where it is. J and K open the rows that they reach. */
  beside?: boolean;
  /** Replaces the target that is open beside the list. */
  replace?: boolean;
};

/** The look and the actions of rows. */
export type RowProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  rowKey: (row: Row) => string;
  /** Without columns, the list is stacked at every width. */
  columns?: Column<Row>[];
  /**
   * Renders a row on screens that are too narrow for columns. Without it, the table scrolls sideways there.
   */
  stacked?: (row: Row) => ReactNode;
  /** Below this width, rows are stacked. */
  stackBelow?: '62em' | '48em';
  /** Makes the whole row clickable and focusable. */
  link?: (row: Row) => RowLink;
  /** The name of a focusable row for screen readers. */
  rowLabel?: (row: Row) => string;
  /** Renders a row as a `tr` of its own, with a cell per column. Null uses the columns. */
  ownRow?: (row: Row) => ReactNode;
  /** Inside a card: no border and no padding at the sides. */
  bare?: boolean;
  /** Rows of 36 px instead of 48 px. */
  compact?: boolean;
  /** Highlights the selected rows. */
  isChosen?: (row: Row) => boolean;
  /** A control at the beginning of a stacked row that is a link: a link contains no controls. */
  lead?: (row: Row) => ReactNode;
  /** Shown above stacked rows, in place of the table's head. */
  stackHead?: ReactNode;
  skeletonRows?: number;
};

type Props<Row> = RowProps<Row> & {
  /** Called with the key of a row that is followed to another page. */
  onLeave?: (rowKey: string) => void;
  /** Undefined while the first page loads. */
  rows: Row[] | undefined;
  /** Dims the current page while the next one loads. */
  dim?: boolean;
  /** Shown above the rows, inside the border. */
  title?: ReactNode;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  footer?: ReactNode;
};

export function DataTable<Row>(props: Props<Row>) {
  const { columns, rows, stackBelow = '62em', stacked } = props;
  const narrow = useMediaQuery(`(max-width: ${stackBelow})`, false, { getInitialValueInEffect: false });
  const box = useRef<HTMLDivElement>(null);
  const onLeave = useLeftRow(box, rows !== undefined);
  const parts = { ...props, onLeave };
  const frame = props.bare
    ? { className: classes.bare ?? '' }
    : { bd: '1px solid var(--hairline)', bdrs: 8, style: { overflow: 'clip' } };
  return (
    <Box ref={box} bg="var(--surface)" {...frame}>
      {props.title ? (
        <Box p={{ base: 16, xs: '16px 24px' }} style={{ borderBottom: '1px solid var(--hairline)' }}>
          {props.title}
        </Box>
      ) : null}
      {/* Without rows, column headers would only push the first action down. */}
      {(rows?.length === 0 && props.empty) ||
        (columns && !(stacked && narrow) ? <Table {...parts} columns={columns} /> : <Stacked {...parts} />)}
      {props.footer ? (
        <Box className="ruled" px={{ base: 16, xs: 24 }} py={12}>
          {props.footer}
        </Box>
      ) : null}
    </Box>
  );
}

/** A name of any length, cut to one line. The tooltip has the whole name. */
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

/** Text of several lines in a cell. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <Box miw={160} maw={360} py={8} style={{ whiteSpace: 'normal', overflowWrap: 'break-word' }}>
    {children}
  </Box>
);

/** Keys of skeleton rows. */
const skeletonKeys = (count: number) => Array.from({ length: count }, (_, index) => `skeleton ${index}`);

type TableProps<Row> = Props<Row> & { columns: Column<Row>[] };

function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, skeletonRows = 8 } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
    <section className={classes.scroll} aria-label={props.label} tabIndex={0}>
      <table
        className={classes.table}
        data-compact={props.compact || undefined}
        aria-busy={rows === undefined || props.dim || undefined}
      >
        <thead>
          <tr>
            {columns.map(({ id, head, align, width, sort }) => (
              <th
                key={id}
                scope="col"
                data-align={align}
                style={width ? { width } : undefined}
                aria-sort={sort && (sort.order === 'ASC' ? 'ascending' : 'descending')}
              >
                {sort ? <SortHead {...sort}>{head}</SortHead> : head}
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

function SortHead({
  order,
  onReverse,
  children,
}: NonNullable<Column<never>['sort']> & { children: ReactNode }) {
  const Arrow = order === 'ASC' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton mih={32} fz="inherit" fw="inherit" c="inherit" onClick={onReverse}>
      <Flex component="span" align="center" gap={4}>
        {children}
        <Arrow size={14} aria-hidden="true" />
      </Flex>
    </UnstyledButton>
  );
}

// Clicks on a control inside the row, and the end of a text selection, do not open the row.
function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const own = (event.target as HTMLElement).closest('a, button, input, label');
  return own === null && String(getSelection() ?? '') === '';
}

function TableRow<Row>(props: TableProps<Row> & { row: Row }) {
  const { row, columns, link, rowLabel, ownRow, isChosen } = props;
  const navigate = useNavigate();
  const own = ownRow?.(row);
  if (own) return own;
  const target = link?.(row);
  function open(): void {
    if (!target) return;
    props.onLeave?.(props.rowKey(row));
    const { to, state, replace = false, beside = false } = target;
    void navigate(to, { state, replace, preventScrollReset: beside });
  }
  const opening = target && {
    tabIndex: 0,
    'data-opens': target.beside ? 'beside' : 'page',
    'aria-current': target.current || undefined,
    'aria-label': rowLabel?.(row),
    onClick: (event: MouseEvent<HTMLElement>) => opensRow(event) && open(),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      open();
      if (target.beside) focusBeside();
    },
  };
  return (
    <tr
      {...opening}
      data-key={props.rowKey(row)}
      onClickCapture={() => props.onLeave?.(props.rowKey(row))}
      data-chosen={isChosen?.(row) || target?.current || undefined}
    >
      {columns.map(({ id, cell, align, muted, fills }) => (
        <td key={id} data-align={align} data-muted={muted || undefined} data-fills={fills || undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

function Stacked<Row>(props: Props<Row>) {
  const { rows, rowKey, isChosen, lead, skeletonRows = 6 } = props;
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
            <li
              key={rowKey(row)}
              data-key={rowKey(row)}
              data-chosen={isChosen?.(row) || undefined}
              className={lead && classes.led}
              onClickCapture={() => props.onLeave?.(rowKey(row))}
            >
              {lead?.(row)}
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
    <Link className={classes.row} to={to} state={state} aria-current={current ? 'true' : undefined} data-row>
      {stacked?.(row)}
    </Link>
  );
}

/** Renders a stacked row from its columns: each value beside its head. */
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
