// The messages of a thread as bubbles, day by day: the newest are in sight, older ones come as one scrolls up, and what is looked at stays
// where it is.
import type { ThreadMessage } from '@godwit/contract/conversations';
import { Box, Button, Center, Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { StatusNote } from '../../components/StatusPill.tsx';
import { formatDay, formatTime, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { isNumber } from '../../phone.ts';
import { said } from '../../text/sentences.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './conversation.module.css';
import type { FromConversation } from './conversationState.ts';
import { byDays, type Day } from './messages.ts';
import type { useThread } from './useThread.ts';

/** So near to an edge is at it, in pixels. */
const AT_END = 80;
const AT_START = 600;

type Props = {
  thread: ReturnType<typeof useThread>;
  name: string;
  /** Of this page, which a message's details lead back to. */
  address: string;
};

export function Messages({ thread: { messages, older, loading, loadOlder }, name, address }: Props) {
  const t = useText();
  const { ref, hasNew, follow, onScroll } = useScroll(messages, loadOlder);
  const newest = messages.at(-1);
  return (
    <Box className={classes.messages ?? ''}>
      <section
        ref={ref}
        className={classes.scroller}
        aria-label={t('conversations.messages', { name })}
        tabIndex={-1}
        onScroll={onScroll}
        onKeyDown={moveFocus}
      >
        {messages.length === 0 ? <EmptyState text={t('conversations.noMessages')} /> : null}
        <Center h={40} hidden={!older} aria-hidden={!loading}>
          {loading ? <Loader size={16} aria-label={t('conversations.loadingOlder')} /> : null}
        </Center>
        {byDays(messages, formatDay).map((day) => (
          <DayOfThread key={day.day} {...day} address={address} newest={newest?.id} />
        ))}
      </section>
      {hasNew ? (
        <Button
          className={classes.below ?? ''}
          size="xs"
          variant="default"
          rightSection={<IconArrowDown size={14} aria-hidden="true" />}
          onClick={follow}
        >
          {t('conversations.newBelow')}
        </Button>
      ) : null}
      <VisuallyHidden role="status">
        {newest?.direction === 'INCOMING' ? t('conversations.cameIn', { text: newest.body }) : null}
      </VisuallyHidden>
    </Box>
  );
}

/** Keeps the end in sight while one is at it, and what is looked at where it is while older messages come in above. */
function useScroll(messages: readonly ThreadMessage[], loadOlder: () => Promise<void>) {
  const ref = useRef<HTMLElement>(null);
  const seen = useRef({ first: '', last: '', height: 0, atEnd: true });
  const [hasNew, setHasNew] = useState(false);
  const [first, last] = [messages[0]?.id ?? '', messages.at(-1)?.id ?? ''];
  const isReply = messages.at(-1)?.platform === 'WEB' && messages.at(-1)?.direction === 'OUTGOING';

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const before = seen.current;
    const isLonger = before.last !== '' && last > before.last;
    if (before.atEnd || (isLonger && isReply)) box.scrollTop = box.scrollHeight;
    else if (first < before.first) box.scrollTop += box.scrollHeight - before.height;
    else if (isLonger) setHasNew(true);
    seen.current = { first, last, height: box.scrollHeight, atEnd: isAtEnd(box) };
  });

  // A phone's keyboard, or a longer reply, leaves less room: the end stays in sight.
  useLayoutEffect(() => {
    const box = ref.current;
    const sizes = new ResizeObserver(() => {
      if (box && seen.current.atEnd) box.scrollTop = box.scrollHeight;
    });
    if (box) sizes.observe(box);
    return () => sizes.disconnect();
  }, []);

  function onScroll(): void {
    const box = ref.current;
    if (!box) return;
    seen.current.atEnd = isAtEnd(box);
    if (seen.current.atEnd) setHasNew(false);
    if (box.scrollTop < AT_START) void loadOlder();
  }
  function follow(): void {
    const box = ref.current;
    box?.scrollTo({ top: box.scrollHeight });
    box?.focus();
  }
  return { ref, hasNew, follow, onScroll };
}

/** Of the messages only the newest is a stop of the Tab key; the arrow keys go on from there. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? undefined : links[at + step];
  if (!step || !next) return;
  event.preventDefault();
  next.focus();
}

const isAtEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;

function DayOfThread({
  day,
  messages,
  address,
  newest,
}: Day & { address: string; newest: string | undefined }) {
  const t = useText();
  const now = Date.now();
  const isOf = (ms: number) => formatDay(new Date(ms).toISOString()) === day;
  const words = isOf(now)
    ? t('conversations.today')
    : isOf(now - 86_400_000)
      ? t('conversations.yesterday')
      : day;
  return (
    <>
      <Text component="h3" className={classes.day ?? ''}>
        {words}
      </Text>
      <ol className={classes.bubbles}>
        {messages.map((message) => (
          <Bubble key={message.id} message={message} address={address} isNewest={message.id === newest} />
        ))}
      </ol>
    </>
  );
}

type BubbleProps = { message: ThreadMessage; address: string; isNewest: boolean };

// Of ten thousand that are there only those are drawn again that have changed.
const Bubble = memo(function Bubble({ message, address, isNewest }: BubbleProps) {
  const t = useText();
  const { id, direction, from, body, status, failure, accepted_at: at } = message;
  const isOut = direction === 'OUTGOING';
  const state: FromConversation = { conversation: address };
  return (
    <li className={classes.bubble} data-out={isOut || undefined}>
      <Text inherit className={classes.text ?? ''} dir="auto" c={body ? 'inherit' : 'dimmed'}>
        {body || t('conversations.noText')}
      </Text>
      <Link
        to={paths.message(id)}
        state={state}
        className={classes.note}
        tabIndex={isNewest ? 0 : -1}
        title={formatUtc(at)}
      >
        <VisuallyHidden>{t('conversations.details')}</VisuallyHidden>
        {isOut && !isNumber(from) ? <span>{from}</span> : null}
        <time dateTime={at}>{formatTime(at).slice(0, 5)}</time>
        {isOut ? <StatusNote status={status} /> : null}
      </Link>
      {failure ? (
        <Text fz={13} mt={4} c="var(--danger)">
          {said(failure.description)}
        </Text>
      ) : null}
    </li>
  );
});
