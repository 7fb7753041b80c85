// The parts of the frame that customers and staff share: the dark bar, and the links of a navigation.
import { Box, Flex, type FlexProps, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';
import classes from './Frame.module.css';

export type NavEntry = {
  label: string;
  to: string;
  current: boolean;
  /** The navigation state of the link. */
  state?: unknown;
  /** The number of pending items, shown up to 99. */
  count?: number | null | undefined;
  /** Called instead of following the link. */
  onPress?: (() => void) | undefined;
};

const MAX_COUNT = 99;
const WIDTH = 'var(--content-width)';

/** The white row of the navigation, on wide screens. */
export function NavRow({ scrolls = false, children }: { scrolls?: boolean; children: ReactNode }) {
  return (
    <Box visibleFrom="sm" bg="var(--surface)" style={{ borderBottom: '1px solid var(--hairline)' }}>
      <Flex h={48} maw={WIDTH} mx="auto" px={24} style={scrolls ? { overflow: 'auto hidden' } : {}}>
        {children}
      </Flex>
    </Box>
  );
}

type NavProps = FlexProps & {
  label: string;
  entries: NavEntry[];
  item: string | undefined;
  /** The entries are areas: the page on screen is one of those in the current area. */
  within?: boolean;
  onFollow?: () => void;
};

/** A navigation landmark of links. `item` is the class of each. */
export function Nav({ label, entries, item, within = false, onFollow, ...layout }: NavProps) {
  return (
    <Flex component="nav" aria-label={label} {...layout}>
      {entries.map(({ label, to, current, state, count, onPress }) => {
        if (onPress) {
          const press = () => {
            onFollow?.();
            onPress();
          };
          return (
            <UnstyledButton key={to} className={item} onClick={press}>
              {label}
            </UnstyledButton>
          );
        }
        return (
          <UnstyledButton
            key={to}
            component={Link}
            to={to}
            state={state}
            className={item}
            aria-current={current ? (within ? 'true' : 'page') : undefined}
            onClick={() => onFollow?.()}
          >
            {label}
            {count ? <Count isCurrent={current}>{count}</Count> : null}
          </UnstyledButton>
        );
      })}
    </Flex>
  );
}

/** The number of pending items beside the label of an entry. */
export function Count({ isCurrent, children }: { isCurrent: boolean; children: number }) {
  const colours = isCurrent
    ? { bg: 'var(--selected)', c: 'var(--selected-text)' }
    : { bg: 'var(--neutral-soft)', c: 'var(--text)' };
  return (
    <Text span {...colours} miw={20} ml={8} px={6} bdrs={10} fz={12} lh="20px" fw={500} ta="center">
      {children > MAX_COUNT ? `${MAX_COUNT}+` : children}
    </Text>
  );
}

/** Whether a path is in an area or below it. */
export const isIn = (pathname: string, area: string): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);

/**
 * The first focusable element of every page, which skips the bars. It does not change the address, because
 * pages with unsaved input watch it.
 */
export function SkipLink() {
  const t = useText();
  function skip(event: MouseEvent): void {
    event.preventDefault();
    document.getElementById('content')?.focus();
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: leads to a part of the page, as a link for screen readers
    <a href="#content" className={classes.skip} onClick={skip}>
      {t('nav.skip')}
    </a>
  );
}

/** The dark bar. Without a signed-in person it is the whole frame. */
export function Bar({ children }: { children: ReactNode }) {
  return (
    <header className={classes.bar}>
      <Flex align="center" gap={{ base: 12, sm: 16 }} h={56} maw={WIDTH} mx="auto" px={{ base: 16, sm: 24 }}>
        {children}
      </Flex>
    </header>
  );
}

export function FrameLoading() {
  return (
    <Stack gap={24} maw={WIDTH} mx="auto" px={24} py={32} aria-busy="true">
      <Skeleton height={36} width={160} />
      <Skeleton height={240} />
    </Stack>
  );
}
