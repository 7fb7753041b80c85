// The bars of staff pages: the dark bar and the navigation. On phones the navigation is in a drawer.
import { ActionIcon, Drawer, Flex } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../../components/frame/Frame.module.css';
import { Bar, Nav, type NavEntry, NavRow, SkipLink } from '../../components/frame/Frame.tsx';
import { useText } from '../../text/useText.ts';

type Props = {
  /** The logo and name. */
  mark: ReactNode;
  entries: NavEntry[];
  /** The elements at the end of the bar. */
  end: ReactNode;
  drawerTitle: string;
};

/** Longer navigations have smaller gaps, and scroll if they do not fit. */
const MANY = 6;

export function StaffBars({ mark, entries, end, drawerTitle }: Props) {
  const t = useText();
  const [opened, drawer] = useDisclosure(false);
  const label = t('nav.main');
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
        >
          <IconMenu2 size={22} stroke={1.75} />
        </ActionIcon>
        {mark}
        <Flex align="center" gap={16} ml="auto">
          {end}
        </Flex>
      </Bar>
      <NavRow scrolls={entries.length > MANY}>
        <Nav
          label={label}
          entries={entries}
          gap={entries.length > MANY ? 24 : 32}
          h={48}
          item={classes.tab}
        />
      </NavRow>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={304}
        title={drawerTitle}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <Nav
          label={label}
          entries={entries}
          direction="column"
          item={classes.drawerItem}
          onFollow={drawer.close}
        />
      </Drawer>
    </>
  );
}
