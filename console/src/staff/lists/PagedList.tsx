// A list with its pages: a table, or on narrow screens a stack where rows lead somewhere; and what stands there where it is empty
// or could not be read.
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StackedRows } from '../../ui/StackedRows.tsx';
import type { Page } from '../api/teams.ts';
import { useHere } from './useBack.ts';
import { PAGE_SIZES, type Paging } from './useListState.ts';

type Leading<Row> = {
  to: (row: Row) => string;
  /** What a row is called when it is a stop for the keyboard. */
  label: (row: Row) => string;
  /** A row where the columns do not fit. */
  stacked: (row: Row) => ReactNode;
};

type Props<Row> = {
  label: string;
  list: UseQueryResult<Page<Row>>;
  paging: Paging;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** The sentence for no rows. */
  empty: string;
  /** Where rows lead somewhere. */
  leading?: Leading<Row>;
};

const NARROW = '(max-width: 62em)';

export function PagedList<Row>({ label, list, paging, columns, rowKey, empty, leading }: Props<Row>) {
  const navigate = useNavigate();
  const here = useHere();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const isPastEnd = useLastPage(list, paging);
  if (list.isError && !list.data) return <LoadFailed error={list.error} onRetry={() => list.refetch()} />;
  const shared = {
    label,
    rows: isPastEnd ? undefined : list.data?.results,
    rowKey,
    dim: list.isPlaceholderData,
    empty: <EmptyState text={empty} />,
    footer: list.data?.total ? <ListPager label={label} page={list.data} paging={paging} /> : null,
  };
  if (leading && narrow) {
    return (
      <StackedRows {...shared} link={(row) => ({ to: leading.to(row), state: here })}>
        {leading.stacked}
      </StackedRows>
    );
  }
  const opening = leading && {
    rowLabel: leading.label,
    onOpen: (row: Row) => navigate(leading.to(row), { state: here }),
  };
  return <DataTable {...shared} {...opening} columns={columns} />;
}

/** Leads from a page past the end, whose rows went elsewhere, to the last one; says whether it does. */
export function useLastPage({ data, isPlaceholderData }: UseQueryResult<Page<unknown>>, paging: Paging) {
  const pages = data?.total_pages ?? 0;
  const isPastEnd = pages > 0 && paging.page > pages && !isPlaceholderData;
  useEffect(() => {
    if (isPastEnd) paging.change({ page: pages });
  });
  return isPastEnd;
}

type PagerProps = { label: string; page: Page<unknown>; paging: Paging };

export function ListPager({ label, page, paging }: PagerProps) {
  const t = useText();
  return (
    <Pager
      label={t('staff.list.pages', { list: label })}
      total={page.total}
      more={page.more}
      page={paging.page}
      pages={page.total_pages}
      pageSize={paging.size}
      pageSizes={PAGE_SIZES}
      onPage={(next) => paging.change({ page: next })}
      onPageSize={(size) => paging.change({ size })}
    />
  );
}
