// The messages of a thread as bubbles, day by day: the newest are in sight, older ones come as one scrolls
// up, and what is looked at stays where it is.
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
import { type Block, byDays, inBlocks } from './messages.ts';
import type { useThread } from './useThread.ts';

/** So near to an edge is at it, in pixels. */
const AT_END = 80;
const AT_START = 600;
/** So much above and below what is in sight is drawn. */
const NEAR = '1200px 0px';

type Props = {
  thread: ReturnType<typeof useThread>;
  name: string;
  /** Of this page, which a message's details lead back to. */
  address: string;
};

export function Messages({ thread: { messages, added, older, above, loadOlder }, name, address }: Props) {
  const t = useText();
  const { ref, hasNew, follow, onScroll } = useScroll(messages, () => above === undefined && loadOlder());
  const newest = messages.at(-1);
  const blocks = useMemo(() => inBlocks({ messages, added, older }), [messages, added, older]);
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
        {older ? <Above state={above} onRetry={loadOlder} /> : null}
        {blocks.map((block) => (
          <BlockOfThread key={block.at} {...block} address={address} newest={newest?.id} scroller={ref} />
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

type AboveProps = { state: 'loading' | 'failed' | undefined; onRetry: () => void };

/** What stands over the messages that are there while older ones come, or could not be had. */
function Above({ state, onRetry }: AboveProps) {
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
 * Keeps the end in sight while one is at it, and what is looked at where it is while older messages come in
 * above.
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
    if (box.scrollTop < AT_START) loadOlder();
  }
  function follow(): void {
    const box = ref.current;
    box?.scrollTo({ top: box.scrollHeight });
    box?.focus();
  }
  return { ref, hasNew, follow, onScroll };
}

/** How far below the start of all messages one of them stands. */
function topOf(box: HTMLElement, id: string): number {
  const top = box.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top;
  return top === undefined ? 0 : top - box.getBoundingClientRect().top + box.scrollTop;
}

/**
 * Of links in a list one is a stop of the Tab key, as the newest message is; the arrow keys go on from there.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? undefined : links[at + step];
  if (!step || !next) return;
  event.preventDefault();
  next.focus();
}

const isAtEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;

type BlockProps = Omit<Block, 'at'> & {
  address: string;
  newest: string | undefined;
  scroller: RefObject<HTMLElement | null>;
};

/** Of a long thread only what is near is drawn: what is far leaves room as high as it was. */
function BlockOfThread({ before, messages, address, newest, scroller }: BlockProps) {
  const { ref, height } = useFar(scroller);
  if (height !== null) return <div ref={ref} style={{ height }} />;
  const dayBefore = before && formatDay(before.accepted_at);
  return (
    <div ref={ref}>
      {byDays(messages, formatDay).map(({ day, messages: some }) => (
        <Fragment key={day}>
          {day === dayBefore ? null : <DayHead day={day} />}
          <ol className={classes.bubbles}>
            {some.map((message) => (
              <Bubble key={message.id} message={message} address={address} isNewest={message.id === newest} />
            ))}
          </ol>
        </Fragment>
      ))}
    </div>
  );
}

/** How high a block is that is far out of sight; null while it is near, or has the focus. */
function useFar(scroller: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const block = ref.current;
    const watch = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting || block?.contains(document.activeElement);
        setHeight(isNear || !block ? null : block.offsetHeight);
      },
      { root: scroller.current, rootMargin: NEAR },
    );
    if (block) watch.observe(block);
    return () => watch.disconnect();
  }, [scroller]);

  // Drawn again it may be as high as it was no more, as on a phone that was turned: what is in sight stays
  // where it is.
  const drawn = useRef(height);
  useLayoutEffect(() => {
    const [block, box, was] = [ref.current, scroller.current, drawn.current];
    drawn.current = height;
    if (height !== null || was === null || !block || !box) return;
    const isAbove = block.getBoundingClientRect().bottom < box.getBoundingClientRect().top;
    if (isAbove) box.scrollTop += block.offsetHeight - was;
  }, [height, scroller]);
  return { ref, height };
}

function DayHead({ day }: { day: string }) {
  const t = useText();
  const now = Date.now();
  const isOf = (ms: number) => formatDay(new Date(ms).toISOString()) === day;
  const words = isOf(now)
    ? t('conversations.today')
    : isOf(now - 86_400_000)
      ? t('conversations.yesterday')
      : day;
  return (
    <Text component="h3" className={classes.day ?? ''}>
      {words}
    </Text>
  );
}

type BubbleProps = { message: ThreadMessage; address: string; isNewest: boolean };

// Of ten thousand that are there only those are drawn again that have changed.
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
