// The layout of a queue: the list on the left, the open request on the right. Phones show one of them.
import { Box, Flex, Group, Select, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { timeLeft } from '../../days.ts';
import { formatDay } from '../../format.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ReviewFilter, ReviewKind, ReviewStatus } from '../api/reviews.ts';
import { Search, StaffPage } from '../shell/StaffPage.tsx';

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
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const { state, change } = useAddress(parserOf(queue.statuses), { isPart: true });
  const { search } = useLocation();
  const hidesQueue = narrow && id !== undefined;
  const right = id ? (
    children
  ) : (
    <Card>
      <EmptyState text={t('staff.review.choose')} />
    </Card>
  );
  const order = (
    <Text c="dimmed">
      {t(state.status === 'PENDING' ? 'staff.review.oldestFirst' : 'staff.review.newestFirst')}
    </Text>
  );
  // One component tree for all widths keeps the input when the window is resized.
  return (
    <StaffPage
      title={title}
      {...(hidesQueue ? { back: queuePath + search } : {})}
      actions={hidesQueue ? null : order}
    >
      {hidesQueue ? null : (
        <Filters>
          <Select
            aria-label={t('field.status')}
            data={queue.statuses.map((status) => ({ value: status, label: t(`staff.review.${status}`) }))}
            value={state.status}
            onChange={(value) => change({ status: oneOf(queue.statuses, value) ?? queue.statuses[0]! })}
          />
          <Search hint={t(HINTS[kind])} state={state} change={change} />
        </Filters>
      )}
      <Flex gap={24} align="flex-start" direction={{ base: 'column', md: 'row' }}>
        {hidesQueue ? null : (
          <Box flex="none" w={{ base: '100%', md: 336 }}>
            <Queue {...props} />
          </Box>
        )}
        {narrow && !id ? null : (
          <Box flex={1} miw={0} w="100%">
            {right}
          </Box>
        )}
      </Flex>
    </StaffPage>
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
              <When row={row} />
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

/**
 * The time left for a pending request, or when it arrived if it has no due time. For a decided request, the
 * date of the decision.
 */
function When({ row }: { row: QueueRow }) {
  const t = useText();
  if (row.status !== 'PENDING' || row.due_at === undefined) {
    const at = row.status === 'PENDING' ? row.submitted_at : row.decided_at;
    return (
      <Text span flex="none" fz={13} c="dimmed">
        {at ? formatDay(at) : null}
      </Text>
    );
  }
  const { late, urgent, days, hours } = timeLeft(row.due_at, Date.now());
  return (
    <Text span flex="none" fz={13} {...(urgent ? { fw: 600, c: 'var(--warning)' } : { c: 'dimmed' })}>
      {t(late ? 'staff.review.late' : 'staff.review.left', { days, hours })}
    </Text>
  );
}
