// The frame of signed-in pages, for customers and staff: the dark bar and the navigation. On phones both are
// in a drawer.
import {
  ActionIcon,
  Box,
  Drawer,
  Flex,
  type FlexProps,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { PROJECT_OPENER } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import classes from './Frame.module.css';

export type NavEntry = {
  label: string;
  to: string;
  current: boolean;
  /** The number of pending items, shown up to 99. */
  count?: number | null | undefined;
  /** Called instead of following the link. */
  onPress?: (() => void) | undefined;
};

type Props = {
  /** The logo and name, and the elements beside them. */
  mark: ReactNode;
  beside?: ReactNode;
  entries: NavEntry[];
  /** The elements at the end of the bar. */
  end: ReactNode;
  drawerTitle: string;
  /** The elements below the navigation in the drawer. */
  drawerMore?: (close: () => void) => ReactNode;
};

const MANY = 6;
const MOST_COUNTED = 99;
const WIDTH = 'var(--content-width)';

export function Bars({ mark, beside, entries, end, drawerTitle, drawerMore }: Props) {
  const t = useText();
  const [opened, drawer] = useDisclosure(false);
  return (
    <>
      <SkipLink />
      <Bar>
        <ActionIcon
          className={classes.burger ?? ''}
          hiddenFrom="sm"
          ml={-8}
          c="#ffffff"
          aria-label={t('nav.open')}
          onClick={drawer.open}
          {...{ [PROJECT_OPENER]: true }}
        >
          <IconMenu2 size={22} stroke={1.75} />
        </ActionIcon>
        {mark}
        {beside}
        <Flex align="center" gap={16} ml="auto">
          {end}
        </Flex>
      </Bar>
      <Box visibleFrom="sm" bg="var(--surface)" style={{ borderBottom: '1px solid var(--hairline)' }}>
        {/* If not all entries fit, the navigation scrolls. */}
        <Box
          h={48}
          maw={WIDTH}
          mx="auto"
          px={24}
          style={entries.length > MANY ? { overflow: 'auto hidden' } : {}}
        >
          <Nav entries={entries} gap={entries.length > MANY ? 24 : 32} h={48} item={classes.tab} />
        </Box>
      </Box>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={304}
        title={drawerTitle}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <Nav entries={entries} direction="column" item={classes.drawerItem} onFollow={drawer.close} />
        {drawerMore?.(drawer.close)}
      </Drawer>
    </>
  );
}

type NavProps = FlexProps & { entries: NavEntry[]; item: string | undefined; onFollow?: () => void };

function Nav({ entries, item, onFollow, ...layout }: NavProps) {
  const t = useText();
  return (
    <Flex component="nav" aria-label={t('nav.main')} {...layout}>
      {entries.map(({ label, to, current, count, onPress }) => {
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
            className={item}
            aria-current={current ? 'page' : undefined}
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

function Count({ isCurrent, children }: { isCurrent: boolean; children: number }) {
  const colours = isCurrent
    ? { bg: 'var(--selected)', c: 'var(--selected-text)' }
    : { bg: 'var(--neutral-soft)', c: 'var(--text)' };
  return (
    <Text span {...colours} miw={20} ml={8} px={6} bdrs={10} fz={12} lh="20px" fw={500} ta="center">
      {children > MOST_COUNTED ? `${MOST_COUNTED}+` : children}
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
