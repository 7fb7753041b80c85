// The messages of a thread as bubbles, grouped by day. The list opens at the newest message, loads older ones
// on scrolling up, and keeps the scroll position.
import type { ThreadMessage } from '@godwit/contract/conversations';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { Box, Button, Center, Group, Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { StatusNote } from '../../components/message/StatusPill.tsx';
import { formatDay, formatTime, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './conversation.module.css';
import type { FromConversation } from './conversationState.ts';
import { type Block, groupByDay, toBlocks } from './messages.ts';
import type { useThread } from './useThread.ts';

/** The list counts as scrolled to its end within this distance of it, in pixels. */
const END_DISTANCE = 80;
/** Scrolling to within this distance of the top loads older messages, in pixels. */
const LOAD_DISTANCE = 600;
/** Blocks within this distance of the visible part are rendered. */
const RENDER_MARGIN = '1200px 0px';

type Props = {
  thread: ReturnType<typeof useThread>;
  name: string;
  /** The query of this page. The details of a message link back to it. */
  address: string;
};

export function Messages({
  thread: { messages, prepended, older, olderState, loadOlder },
  name,
  address,
}: Props) {
  const t = useText();
  const { ref, hasNew, scrollToEnd, onScroll } = useScroll(
    messages,
    () => olderState === undefined && loadOlder(),
  );
  const newest = messages.at(-1);
  const blocks = useMemo(() => toBlocks({ messages, prepended, older }), [messages, prepended, older]);
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
        {older ? <OlderStatus state={olderState} onRetry={loadOlder} /> : null}
        {blocks.map((block) => (
          <MessageBlock key={block.index} {...block} address={address} newest={newest?.id} scroller={ref} />
        ))}
      </section>
      {hasNew ? (
        <Button
          className={classes.below ?? ''}
          size="xs"
          variant="default"
          rightSection={<IconArrowDown size={14} aria-hidden="true" />}
          onClick={scrollToEnd}
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

type OlderStatusProps = { state: 'loading' | 'failed' | undefined; onRetry: () => void };

/** Shows above the messages that older ones are loading, or that loading them failed. */
function OlderStatus({ state, onRetry }: OlderStatusProps) {
  const t = useText();
  return (
    <Center mih={40} py={4} aria-hidden={state === undefined}>
      {state === 'loading' ? <Loader size={16} aria-label={t('conversations.loadingOlder')} /> : null}
      {state === 'failed' ? (
        <Group gap="4px 12px" justify="center" role="alert">
          <Text fz={13}>{t('conversations.olderFailed')}</Text>
          <Button size="xs" variant="outline" onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
        </Group>
      ) : null}
    </Center>
  );
}

/**
 * Scrolls to the end after a new message if the user was there or sent it. Otherwise it keeps the visible
 * messages in their position when older ones are added above.
 */
function useScroll(messages: readonly ThreadMessage[], loadOlder: () => unknown) {
  const ref = useRef<HTMLElement>(null);
  const seen = useRef({ first: '', last: '', firstTop: 0, atEnd: true });
  const [hasNew, setHasNew] = useState(false);
  const [first, last] = [messages[0]?.id ?? '', messages.at(-1)?.id ?? ''];
  const isReply = messages.at(-1)?.platform === 'WEB' && messages.at(-1)?.direction === 'OUTGOING';

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const before = seen.current;
    const isLonger = before.last !== '' && last > before.last;
    if (before.atEnd || (isLonger && isReply)) box.scrollTop = box.scrollHeight;
    else if (first < before.first) box.scrollTop += topOf(box, before.first) - before.firstTop;
    else if (isLonger) setHasNew(true);
    seen.current = { first, last, firstTop: topOf(box, first), atEnd: isAtEnd(box) };
  });

  // If a phone's keyboard or a longer reply makes the list smaller, a list at its end stays there.
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
    if (box.scrollTop < LOAD_DISTANCE) loadOlder();
  }
  function scrollToEnd(): void {
    const box = ref.current;
    box?.scrollTo({ top: box.scrollHeight });
    box?.focus();
  }
  return { ref, hasNew, scrollToEnd, onScroll };
}

/** Returns the distance of a message from the top of the list's content. */
function topOf(box: HTMLElement, id: string): number {
  const top = box.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top;
  return top === undefined ? 0 : top - box.getBoundingClientRect().top + box.scrollTop;
}

/** Moves the focus between the links of a list with the arrow keys. Only one of them is a tab stop. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li a')];
  const index = links.indexOf(document.activeElement as HTMLElement);
  const next = index < 0 ? undefined : links[index + step];
  if (!step || !next) return;
  event.preventDefault();
  next.focus();
}

const isAtEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight < END_DISTANCE;

type BlockProps = Omit<Block, 'index'> & {
  address: string;
  newest: string | undefined;
  scroller: RefObject<HTMLElement | null>;
};

/** Renders a block only near the visible part. Elsewhere an empty element of the same height replaces it. */
function MessageBlock({ previous, messages, address, newest, scroller }: BlockProps) {
  const { ref, height } = useHeightWhenFar(scroller);
  if (height !== null) return <div ref={ref} style={{ height }} />;
  const previousDay = previous && formatDay(previous.accepted_at);
  return (
    <div ref={ref}>
      {groupByDay(messages, formatDay).map(({ day, messages: dayMessages }) => (
        <Fragment key={day}>
          {day === previousDay ? null : <DayHeading day={day} />}
          <ol className={classes.bubbles}>
            {dayMessages.map((message) => (
              <Bubble key={message.id} message={message} address={address} isNewest={message.id === newest} />
            ))}
          </ol>
        </Fragment>
      ))}
    </div>
  );
}

/** Returns the height of a block that is far from the visible part; null if it is near or has the focus. */
function useHeightWhenFar(scroller: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const block = ref.current;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting || block?.contains(document.activeElement);
        setHeight(isNear || !block ? null : block.offsetHeight);
      },
      { root: scroller.current, rootMargin: RENDER_MARGIN },
    );
    if (block) observer.observe(block);
    return () => observer.disconnect();
  }, [scroller]);

  // A block that is rendered again can have another height, for example after a phone was rotated. The scroll
  // position then compensates for the difference.
  const lastHeight = useRef(height);
  useLayoutEffect(() => {
    const [block, box, before] = [ref.current, scroller.current, lastHeight.current];
    lastHeight.current = height;
    if (height !== null || before === null || !block || !box) return;
    const isAbove = block.getBoundingClientRect().bottom < box.getBoundingClientRect().top;
    if (isAbove) box.scrollTop += block.offsetHeight - before;
  }, [height, scroller]);
  return { ref, height };
}

function DayHeading({ day }: { day: string }) {
  const t = useText();
  const now = Date.now();
  const isOn = (ms: number) => formatDay(new Date(ms).toISOString()) === day;
  const label = isOn(now)
    ? t('conversations.today')
    : isOn(now - 86_400_000)
      ? t('conversations.yesterday')
      : day;
  return (
    <Text component="h3" className={classes.day ?? ''}>
      {label}
    </Text>
  );
}

type BubbleProps = { message: ThreadMessage; address: string; isNewest: boolean };

// Memoized, because a thread can have thousands of bubbles and few of them change.
const Bubble = memo(function Bubble({ message, address, isNewest }: BubbleProps) {
  const t = useText();
  const { id, direction, from, body, text_kept: isKept, status, failure, accepted_at: at } = message;
  const isOut = direction === 'OUTGOING';
  const isBlank = body.trim() === '';
  const state: FromConversation = { conversation: address };
  return (
    <li className={classes.bubble} data-out={isOut || undefined} data-message={id}>
      <Text inherit className={classes.text ?? ''} dir="auto" c={isBlank ? 'dimmed' : 'inherit'}>
        {isBlank ? t(isKept ? 'conversations.noText' : 'conversations.notKept') : body}
      </Text>
      <Link
        to={paths.message(id)}
        state={state}
        className={classes.note}
        tabIndex={isNewest ? 0 : -1}
        title={formatUtc(at)}
      >
        <VisuallyHidden>{t('conversations.details')}</VisuallyHidden>
        {isOut && !isTwoWayNumber(from) ? <span>{from}</span> : null}
        <time dateTime={at}>{formatTime(at).slice(0, 5)}</time>
        {isOut ? <StatusNote status={status} /> : null}
      </Link>
      {failure ? (
        <Text fz={13} mt={4} c="var(--danger)">
          {translate(failure.description)}
        </Text>
      ) : null}
    </li>
  );
});
