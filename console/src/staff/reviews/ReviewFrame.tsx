// A queue of requests, filtered by status, with the open request beside it.
import { Group, Select, Text } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { List } from '../../components/list/List.tsx';
import { oneOf, parseSearch, useAddress } from '../../components/list/useAddress.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import type { ReviewFilter, ReviewKind, ReviewStatus } from '../api/reviews.ts';
import { ListAndCase } from '../shell/ListAndCase.tsx';
import { Search } from '../shell/StaffPage.tsx';
import { TimeLeft } from './TimeLeft.tsx';

/** The columns of requests in all queues. */
type QueueRow = {
  id: string;
  status: ReviewStatus;
  submitted_at: string;
  due_at?: string;
  decided_at: string | null;
};

type Props<Status extends ReviewStatus, Row extends QueueRow> = {
  kind: ReviewKind;
  queue: {
    statuses: readonly Status[];
    query: (
      filter: ReviewFilter<Status>,
    ) => UseQueryOptions<{ results: Row[]; total: number; total_pages: number }>;
  };
  title: string;
  /** The path of a request, and the path of the queue. */
  pathOf: (id: string) => string;
  queuePath: string;
  /** The id of the open request. */
  id: string | undefined;
  /** The two lines of a request in the list. */
  describe: (row: Row) => { first: string; second: string };
  children: ReactNode;
};

const HINTS: Record<ReviewKind, TextId> = {
  identity: 'staff.review.searchIdentity',
  sender_ids: 'staff.review.searchSenders',
  slips: 'staff.slips.search',
};

const parserOf =
  <Status extends ReviewStatus>(statuses: readonly Status[]) =>
  (params: URLSearchParams): ReviewFilter<Status> => {
    const { q, page } = parseSearch(params);
    // The first status of each queue is PENDING.
    return { status: oneOf(statuses, params.get('status')) ?? statuses[0]!, q, page };
  };

export function ReviewFrame<Status extends ReviewStatus, Row extends QueueRow>(props: Props<Status, Row>) {
  const { kind, queue, title, queuePath, id, children } = props;
  const t = useText();
  const { state, change } = useAddress(parserOf(queue.statuses), { isPart: true });
  return (
    <ListAndCase
      title={title}
      actions={
        <Text c="dimmed">
          {t(state.status === 'PENDING' ? 'staff.review.oldestFirst' : 'staff.review.newestFirst')}
        </Text>
      }
      filters={
        <>
          <Select
            aria-label={t('field.status')}
            data={queue.statuses.map((status) => ({ value: status, label: t(`staff.review.${status}`) }))}
            value={state.status}
            onChange={(value) => change({ status: oneOf(queue.statuses, value) ?? queue.statuses[0]! })}
          />
          <Search hint={t(HINTS[kind])} state={state} change={change} />
        </>
      }
      list={<Queue {...props} />}
      listPath={queuePath}
      isOpen={id !== undefined}
    >
      {children}
    </ListAndCase>
  );
}

function Queue<Status extends ReviewStatus, Row extends QueueRow>({
  queue,
  title,
  pathOf,
  id,
  describe,
}: Props<Status, Row>) {
  const t = useText();
  const { state, change } = useAddress(parserOf(queue.statuses), { isPart: true });
  const { search } = useLocation();
  const found = useQuery(queue.query(state));
  return (
    <List<Row>
      label={title}
      found={found}
      paging={{ state, change }}
      rowKey={(row) => row.id}
      link={(row) => ({ to: pathOf(row.id) + search, current: row.id === id })}
      stacked={(row) => {
        const { first, second } = describe(row);
        return (
          <>
            <Group justify="space-between" align="baseline" gap={12} wrap="nowrap">
              <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
                {first}
              </Text>
              <TimeLeft
                at={row.status === 'PENDING' ? row.submitted_at : row.decided_at}
                due={row.status === 'PENDING' ? row.due_at : undefined}
              />
            </Group>
            <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {second}
            </Text>
          </>
        );
      }}
      empty={t(emptyText(state))}
    />
  );
}

function emptyText({ q, status }: ReviewFilter<ReviewStatus>): TextId {
  if (q) return 'staff.review.noMatch';
  return status === 'PENDING' ? 'staff.review.empty' : 'staff.review.none';
}
