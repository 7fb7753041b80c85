// The threads of a project, newest first: who, the last text, when, and whether it has been read.
import type { Thread, ThreadsPage } from '@godwit/contract/conversations';
import type { Mode } from '@godwit/contract/statuses';
import { Box, Button, Flex, Skeleton, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { SearchField } from '../../components/List.tsx';
import { type Change, formatAddress } from '../../components/useAddress.ts';
import { formatDay, formatShortDay, formatTime, formatUtc } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { nameOf } from '../contacts/contact.ts';
import classes from './conversation.module.css';
import { type ConversationState, MAX_SEARCH } from './conversationState.ts';

type Props = {
  threads: UseInfiniteQueryResult<InfiniteData<ThreadsPage>>;
  state: ConversationState & { mode: Mode };
  change: Change<ConversationState>;
};

export function ThreadList({ threads, state, change }: Props) {
  const t = useText();
  const all = threads.data?.pages.flatMap(({ results }) => results);
  return (
    <Flex direction="column" className={classes.list ?? ''}>
      <Box component="search" p={12}>
        <SearchField
          q={state.q}
          onSearch={(q) => change({ q }, { replace: true })}
          hint={t('conversations.searchHint')}
          maxLength={MAX_SEARCH}
        />
      </Box>
      <nav className={classes.scroller} aria-label={t('conversations.list')}>
        {all ? null : <Loading />}
        {all?.length === 0 ? (
          <EmptyState text={t(state.q.trim() ? 'conversations.noMatch' : 'conversations.empty')} />
        ) : null}
        <ul>
          {all?.map((thread) => (
            <li key={thread.number}>
              <ThreadRow thread={thread} state={state} />
            </li>
          ))}
        </ul>
        {threads.hasNextPage ? <ShowMore threads={threads} /> : null}
      </nav>
    </Flex>
  );
}

function ThreadRow({ thread, state }: { thread: Thread; state: ConversationState }) {
  const t = useText();
  const readable = useReadableNumber();
  const { number, contact, unread, last } = thread;
  const text = last.text || t('conversations.noText');
  const name = contact ? nameOf({ ...contact, number }, readable) : readable(number);
  return (
    <UnstyledButton
      component={Link}
      to={`?${formatAddress({ ...state, number })}`}
      className={classes.row ?? ''}
      aria-current={state.number === number ? 'true' : undefined}
      data-unread={unread || undefined}
    >
      <Flex gap={8} align="baseline" justify="space-between">
        <Text span inherit truncate fw={unread ? 600 : 500} title={name}>
          {name}
        </Text>
        <Text span fz={13} c="dimmed" flex="none">
          <time dateTime={last.at} title={formatUtc(last.at)}>
            {shortMoment(last.at)}
          </time>
        </Text>
      </Flex>
      <Flex gap={8} align="center" justify="space-between">
        <Text span fz={13} truncate c={unread ? 'var(--text)' : 'dimmed'}>
          {last.direction === 'OUTGOING' ? t('conversations.you', { text }) : text}
        </Text>
        {unread ? (
          <Box component="span" className={classes.dot ?? ''}>
            <VisuallyHidden>{t('conversations.unread')}</VisuallyHidden>
          </Box>
        ) : null}
      </Flex>
    </UnstyledButton>
  );
}

/** The time of today, else the day; of another year with the year. */
function shortMoment(instant: string): string {
  const now = new Date().toISOString();
  if (formatDay(instant) === formatDay(now)) return formatTime(instant).slice(0, 5);
  return instant.slice(0, 4) === now.slice(0, 4) ? formatShortDay(instant) : formatDay(instant);
}

/** The next page, as soon as the end of the list comes into sight. */
function ShowMore({ threads }: Pick<Props, 'threads'>) {
  const t = useText();
  const { ref, entry } = useIntersection();
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = threads;
  const isSeen = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isSeen && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isSeen, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <Flex ref={ref} justify="center" p={12}>
      <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('conversations.showMore')}
      </Button>
    </Flex>
  );
}

const Loading = () => (
  <Stack gap={20} p={16} aria-busy="true">
    {[60, 45, 70, 50, 65, 40].map((width) => (
      <Stack key={width} gap={8}>
        <Skeleton height={14} width={`${width}%`} />
        <Skeleton height={12} width="90%" />
      </Stack>
    ))}
  </Stack>
);
