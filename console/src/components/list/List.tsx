// The list of every page: rows as a table or a stack, a pager, and the states loading, empty and failed.
import { Flex, Group, Pagination, Select, Text } from '@mantine/core';
import { useId, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { type Translate, useText } from '../../text/useText.ts';
import { DataTable, type RowProps } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './List.module.css';
import { LoadFailed } from './LoadFailed.tsx';
import { type Change, PAGE_SIZES, type PageSize } from './useAddress.ts';

/** A page of rows. `more` means that there are more rows than `total`. */
type PageOf<Row> = { results: Row[]; total?: number; total_pages?: number; more?: boolean };

/** The result of a query. */
type QueryResult<Row> = {
  data: PageOf<Row> | undefined;
  error: Error | null;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
};

/** The current page, counted from 1 as in the address. Without `page_size`, the page size is fixed. */
type Paging = {
  state: { page: number; page_size?: PageSize };
  change: Change<{ page: number; page_size: PageSize }>;
};

type Props<Row> = RowProps<Row> & {
  found: QueryResult<Row>;
  /** Omit it if all rows are on one page. */
  paging?: Paging;
  /** The text shown if there are no rows, and an action. */
  empty: ReactNode;
  emptyAction?: ReactNode;
  emptyExample?: ReactNode;
};

export function List<Row>({ found, paging, empty, emptyAction, emptyExample, ...rows }: Props<Row>) {
  const t = useText();
  const { data, error, isPlaceholderData = false, refetch } = found;
  const pages = data?.total_pages ?? 0;
  const isPastEnd = paging !== undefined && pages > 0 && paging.state.page > pages && !isPlaceholderData;
  // If the page no longer exists, shows the last one.
  useEffect(() => {
    if (isPastEnd) paging.change({ page: pages }, { replace: true });
  });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const hasPager = paging !== undefined && needsPager(data, paging);
  const table = (
    <DataTable
      skeletonRows={paging?.state.page_size ? 12 : 3}
      {...rows}
      rows={isPastEnd ? undefined : data?.results}
      dim={isPlaceholderData}
      empty={<EmptyState text={empty} action={emptyAction} example={emptyExample} />}
      footer={hasPager ? <Pager label={rows.label} page={data} paging={paging} /> : null}
    />
  );
  if (!paging) return table;
  return (
    <>
      {table}
      <span className={classes.count} aria-live="polite">
        {hasPager ? null : countText(t, data)}
      </span>
    </>
  );
}

/** Whether the rows need several pages, of any size. The rows of a single page need no count. */
const needsPager = (page: PageOf<unknown> | undefined, { state }: Paging): boolean =>
  (page?.total_pages ?? 1) > 1 || (state.page_size !== undefined && (page?.total ?? 0) > PAGE_SIZES[0]);

const countText = (t: Translate, page: PageOf<unknown> | undefined): string =>
  page?.total === undefined
    ? ''
    : t(page.more ? 'pager.moreResults' : 'pager.results', { total: page.total });

/** The filters above a list. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <Flex component="search" className={classes.filters ?? ''} wrap="wrap" align="center" gap={12} mb={16}>
      {children}
    </Flex>
  );
}

type PagerProps = { label: string; page: PageOf<unknown> | undefined; paging: Paging };

/** The number of results, and the controls of pages. */
function Pager({ label, page, paging: { state, change } }: PagerProps) {
  const t = useText();
  const narrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const { total_pages: pages = 1 } = page ?? {};
  return (
    <Group className={classes.pager ?? ''} gap="12px 32px" mih={40}>
      <Text flex={1} c="dimmed" aria-live="polite">
        {countText(t, page)}
      </Text>
      {state.page_size ? (
        <RowsPerPage size={state.page_size} onChange={(page_size) => change({ page_size })} />
      ) : null}
      <Text>{t('pager.page', { page: state.page, pages })}</Text>
      <Pagination
        component="nav"
        aria-label={t('pager.of', { list: label })}
        className={classes.pages ?? ''}
        ml={{ xs: -12 }}
        mr={{ xs: -8 }}
        total={pages}
        value={state.page}
        onChange={(next) => change({ page: next })}
        siblings={narrow ? 0 : 1}
        size={32}
        gap={4}
        getItemProps={(number) => ({ 'aria-label': t('pager.goTo', { page: number }) })}
        getControlProps={(control) => ({
          'aria-label': t(control === 'previous' ? 'pager.previous' : 'pager.next'),
        })}
      />
    </Group>
  );
}

function RowsPerPage({ size, onChange }: { size: PageSize; onChange: (size: PageSize) => void }) {
  const t = useText();
  const label = useId();
  return (
    <Group className={classes.size ?? ''} gap={16} wrap="nowrap" c="dimmed">
      <span id={label}>{t('pager.pageSize')}</span>
      <Select
        w={80}
        aria-labelledby={label}
        data={PAGE_SIZES.map(String)}
        value={String(size)}
        onChange={(value) => {
          const next = PAGE_SIZES.find((one) => String(one) === value);
          if (next) onChange(next);
        }}
        comboboxProps={{ withinPortal: false, position: 'top' }}
      />
    </Group>
  );
}
