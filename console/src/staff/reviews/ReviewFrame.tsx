// A queue on the left, the request that is looked at on the right; on a phone one after the other.
import { REQUEST_STATUSES } from '@godwit/contract/verification';
import { Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { formatDay } from '../../format.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import {
  type QueueRow,
  queueQuery,
  REVIEW_PAGE_SIZE,
  type ReviewFilter,
  type ReviewKind,
} from '../api/reviews.ts';
import lists from '../lists/lists.module.css';
import { StaffPage } from '../shell/StaffPage.tsx';
import { timeLeft } from './due.ts';
import classes from './ReviewFrame.module.css';
import { useReviewFilter } from './useReviewFilter.ts';

type Props<Kind extends ReviewKind> = {
  kind: Kind;
  title: string;
  /** Where a request is, and where the queue alone. */
  pathOf: (id: string) => string;
  queuePath: string;
  /** The request that is open. */
  id: string | undefined;
  /** The two lines of a request in the queue. */
  describe: (row: QueueRow<Kind>) => { first: string; second: string };
  children: ReactNode;
};

export function ReviewFrame<Kind extends ReviewKind>(props: Props<Kind>) {
  const { kind, title, queuePath, id, children } = props;
  const t = useText();
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const { filter, search } = useReviewFilter();
  const hidesQueue = narrow && id !== undefined;
  const right = id ? (
    children
  ) : (
    <Card>
      <EmptyState text={t('staff.review.choose')} />
    </Card>
  );
  // One tree at every width: what is typed about a request stays when the window changes.
  return (
    <StaffPage
      title={title}
      {...(hidesQueue ? { back: queuePath + search } : {})}
      actions={
        hidesQueue ? null : (
          <span className={classes.order}>
            {t(filter.status === 'PENDING' ? 'staff.review.oldestFirst' : 'staff.review.newestFirst')}
          </span>
        )
      }
    >
      {hidesQueue ? null : <Filters kind={kind} />}
      <div className={classes.columns}>
        {hidesQueue ? null : <Queue {...props} />}
        {narrow && !id ? null : <div className={classes.case}>{right}</div>}
      </div>
    </StaffPage>
  );
}

function Filters({ kind }: { kind: ReviewKind }) {
  const t = useText();
  const { filter, change } = useReviewFilter();
  return (
    <search className={lists.filters}>
      <Select
        aria-label={t('staff.review.status')}
        data={REQUEST_STATUSES.map((status) => ({ value: status, label: t(`staff.review.${status}`) }))}
        value={filter.status}
        onChange={(value) => change({ status: REQUEST_STATUSES.find((one) => one === value) ?? 'PENDING' })}
        allowDeselect={false}
      />
      <SearchField
        className={lists.search ?? ''}
        hint={t(kind === 'identity' ? 'staff.review.searchIdentity' : 'staff.review.searchSenders')}
        q={filter.q}
        onSearch={(q) => change({ q })}
      />
    </search>
  );
}

function Queue<Kind extends ReviewKind>({ kind, title, pathOf, id, describe }: Props<Kind>) {
  const t = useText();
  const { filter, change, search } = useReviewFilter();
  const queue = useQuery(queueQuery(kind, filter));
  if (queue.isError && !queue.data) return <LoadFailed error={queue.error} onRetry={() => queue.refetch()} />;
  const rows: readonly QueueRow<Kind>[] | undefined = queue.data?.results;
  return (
    <div className={classes.queue}>
      <Card padded={false}>
        {rows?.length === 0 ? (
          <EmptyState text={t(emptyWords(filter))} />
        ) : (
          <ul className={classes.list} aria-label={title} aria-busy={rows === undefined || undefined}>
            {rows?.map((row) => {
              const { first, second } = describe(row);
              return (
                <li key={row.id}>
                  <Link
                    to={pathOf(row.id) + search}
                    className={classes.row}
                    aria-current={row.id === id ? 'true' : undefined}
                  >
                    <span className={classes.first}>{first}</span>
                    <When row={row} />
                    <span className={classes.second}>{second}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Card>
      {queue.data && queue.data.total_pages > 1 ? (
        <Pager
          total={queue.data.total}
          page={filter.page}
          pages={queue.data.total_pages}
          pageSize={REVIEW_PAGE_SIZE}
          pageSizes={[REVIEW_PAGE_SIZE]}
          onPage={(page) => change({ page })}
          onPageSize={() => {}}
        />
      ) : null}
    </div>
  );
}

function emptyWords({ q, status }: ReviewFilter): TextId {
  if (q) return 'staff.review.noMatch';
  return status === 'PENDING' ? 'staff.review.empty' : 'staff.review.none';
}

/** How long a pending request may still wait; when a decided one was decided. */
function When({ row }: { row: QueueRow<ReviewKind> }) {
  const t = useText();
  if (row.status !== 'PENDING')
    return <span className={classes.when}>{row.decided_at ? formatDay(row.decided_at) : null}</span>;
  const { late, urgent, days, hours } = timeLeft(row.due_at, Date.now());
  return (
    <span className={classes.when} data-urgent={urgent || undefined}>
      {t(late ? 'staff.review.late' : 'staff.review.left', { days, hours })}
    </span>
  );
}
