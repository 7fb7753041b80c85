// The threads of a project, newest first: who, the last text, when, and whether it has been read.
import type { Thread } from '@godwit/contract/conversations';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Box, Button, Flex, Skeleton, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../api/errors.ts';
import { SearchField } from '../../components/list/SearchField.tsx';
import { type Change, formatAddress } from '../../components/list/useAddress.ts';
import { formatDay, formatShortDay, formatTime, formatUtc } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { nameOf } from '../contacts/contact.ts';
import classes from './conversation.module.css';
import { type ConversationState, MAX_SEARCH } from './conversationState.ts';
import { moveFocus } from './Messages.tsx';
import type { useThreads } from './useThreads.ts';

type Props = {
  list: ReturnType<typeof useThreads>;
  state: ConversationState & { mode: Mode };
  change: Change<ConversationState>;
};

export function ThreadList({ list, state, change }: Props) {
  const t = useText();
  const { newest, threads, hasMore } = list;
  const nav = useRef<HTMLElement>(null);
  useFocusOfClosed(nav, state.number);
  // What a search finds stays while the next one is made; where that fails, the thread beside it stays too.
  const failed = newest.error && (newest.isPlaceholderData || !newest.data) ? newest.error : null;
  const stop = threads?.find(({ number }) => number === state.number)?.number ?? threads?.[0]?.number;
  const empty = state.q.trim() ? 'conversations.noMatch' : 'conversations.empty';
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
      <Box
        component="nav"
        ref={nav}
        className={classes.scroller ?? ''}
        aria-label={t('conversations.list')}
        onKeyDown={moveFocus}
        opacity={newest.isPlaceholderData && !failed ? 0.5 : 1}
      >
        {failed ? (
          <Failed error={failed} onRetry={() => void newest.refetch()} />
        ) : (
          <>
            {threads ? null : <Loading />}
            {threads?.length === 0 ? <EmptyState text={t(empty)} /> : null}
            <ul>
              {threads?.map((thread) => (
                <li key={thread.number}>
                  <ThreadRow thread={thread} state={state} isStop={thread.number === stop} />
                </li>
              ))}
            </ul>
            {hasMore ? <ShowMore {...list} /> : null}
          </>
        )}
      </Box>
    </Flex>
  );
}

/** On a phone a thread that is closed gives the focus back to its row, or to what is first in the list. */
function useFocusOfClosed(nav: RefObject<HTMLElement | null>, number: string | null): void {
  const open = useRef(number);
  useEffect(() => {
    const closed = open.current;
    open.current = number;
    if (number !== null || closed === null) return;
    const active = document.activeElement;
    if (active && active !== document.body && active.checkVisibility()) return;
    const rows = [...(nav.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    (rows.find(({ dataset }) => dataset.number === closed) ?? rows[0])?.focus();
  }, [nav, number]);
}

/** What stands in a pane that could not be read. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  const again = (
    <Button variant="outline" onClick={onRetry}>
      {t('action.tryAgain')}
    </Button>
  );
  return <EmptyState text={errorMessage(error)} action={again} />;
}

type RowProps = { thread: Thread; state: ConversationState; isStop: boolean };

function ThreadRow({ thread, state, isStop }: RowProps) {
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
      data-number={number}
      tabIndex={isStop ? 0 : -1}
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
        <Text span fz={13} truncate c={unread ? 'var(--text)' : 'dimmed'} title={text}>
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

/** The next page, as soon as the end of the list comes into sight; again by the button where that failed. */
function ShowMore({ more, loadMore }: Props['list']) {
  const t = useText();
  const { ref, entry } = useIntersection();
  const isSeen = entry?.isIntersecting ?? false;
  const load = useEffectEvent(loadMore);
  useEffect(() => {
    if (isSeen && more === undefined) void load();
  }, [isSeen, more]);
  return (
    <Flex ref={ref} justify="center" p={12}>
      <Button variant="subtle" loading={more === 'loading'} onClick={() => void loadMore()}>
        {t(more === 'failed' ? 'action.tryAgain' : 'conversations.showMore')}
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
