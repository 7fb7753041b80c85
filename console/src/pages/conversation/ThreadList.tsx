// The threads of a project, newest first, each with its name, last text, time and unread mark.
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
import type { ConversationState } from './conversationState.ts';
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
  useRestoreFocus(nav, state.number);
  // The previous results stay while the next search runs. If it fails, the open thread still stays.
  const failed = newest.error && (newest.isPlaceholderData || !newest.data) ? newest.error : null;
  const tabStop = threads?.find(({ number }) => number === state.number)?.number ?? threads?.[0]?.number;
  const empty = state.q.trim() ? 'conversations.noMatch' : 'conversations.empty';
  return (
    <Flex direction="column" className={classes.list ?? ''}>
      <Box component="search" p={12}>
        <SearchField
          q={state.q}
          onSearch={(q) => change({ q }, { replace: true })}
          hint={t('conversations.searchHint')}
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
          <LoadError error={failed} onRetry={() => void newest.refetch()} />
        ) : (
          <>
            {threads ? null : <Loading />}
            {threads?.length === 0 ? <EmptyState text={t(empty)} /> : null}
            <ul>
              {threads?.map((thread) => (
                <li key={thread.number}>
                  <ThreadRow thread={thread} state={state} isTabStop={thread.number === tabStop} />
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

/** On a phone, closing a thread moves the focus to its row, or to the first row if that one is gone. */
function useRestoreFocus(nav: RefObject<HTMLElement | null>, number: string | null): void {
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

/** Replaces a pane that could not be loaded. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  const retryButton = (
    <Button variant="outline" onClick={onRetry}>
      {t('action.tryAgain')}
    </Button>
  );
  return <EmptyState text={errorMessage(error)} action={retryButton} />;
}

type RowProps = { thread: Thread; state: ConversationState; isTabStop: boolean };

function ThreadRow({ thread, state, isTabStop }: RowProps) {
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
      data-row
      tabIndex={isTabStop ? 0 : -1}
      data-unread={unread || undefined}
    >
      <Flex gap={8} align="baseline" justify="space-between">
        <Text span inherit truncate fw={unread ? 600 : 500} title={name}>
          {name}
        </Text>
        <Text span fz={13} c="dimmed" flex="none">
          <time dateTime={last.at} title={formatUtc(last.at)}>
            {formatShortMoment(last.at)}
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

/** Formats an instant of today as its time, and any other as its day, with the year if it is another one. */
function formatShortMoment(instant: string): string {
  const now = new Date().toISOString();
  if (formatDay(instant) === formatDay(now)) return formatTime(instant).slice(0, 5);
  return instant.slice(0, 4) === now.slice(0, 4) ? formatShortDay(instant) : formatDay(instant);
}

/** Loads the next page when the end of the list becomes visible. The button retries after a failure. */
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
