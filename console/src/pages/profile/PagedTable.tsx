// A list that comes whole and is shown ten rows a page; on narrow screens each row is a block. The page is in the address.
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Pager } from '../../components/Pager.tsx';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StackedRows } from '../../ui/StackedRows.tsx';
import classes from './PagedTable.module.css';
import { pageOf } from './pageOf.ts';

type Props<Row> = {
  label: string;
  /** The name that the page goes by in the address. */
  param: string;
  columns: Column<Row>[];
  /** undefined while they load. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  empty: string;
};

// Below this four columns with an id do not fit.
const NARROW = '(max-width: 62em)';

export function PagedTable<Row>({ label, param, columns, rows, rowKey, empty }: Props<Row>) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const { shown, page, pages } = pageOf(rows, params.get(param));

  function open(next: number): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(param, String(next));
        return after;
      },
      { preventScrollReset: true },
    );
  }

  const shared = {
    label,
    rows: shown,
    rowKey,
    skeletonRows: 3,
    empty: <EmptyState text={empty} />,
    footer: rows?.length ? (
      <Pager
        label={t('pager.of', { list: label })}
        total={rows.length}
        page={page}
        pages={pages}
        onPage={open}
      />
    ) : null,
  };
  if (!narrow) return <DataTable {...shared} columns={columns} />;
  return <StackedRows {...shared}>{(row) => <Block columns={columns} row={row} />}</StackedRows>;
}

function Block<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }): ReactNode {
  return (
    <dl className={classes.block}>
      {columns.map(({ id, head, cell }) => (
        <div key={id}>
          <dt>{head}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
