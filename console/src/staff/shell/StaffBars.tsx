// The bars of staff pages: the areas in the dark bar, and below it the pages of the current area. On phones a
// drawer has both.
import { ActionIcon, Box, Drawer, Flex, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../../components/frame/Frame.module.css';
import { Bar, Nav, NavRow, SkipLink } from '../../components/frame/Frame.tsx';
import { useListKeys } from '../../components/list/useListKeys.ts';
import { SearchButton, usePalette } from '../../components/palette/usePalette.tsx';
import { useText } from '../../text/useText.ts';
import { type AreaEntry, useAreas } from './areas.ts';

type Props = {
  /** The logo and name. */
  mark: ReactNode;
  /** The elements at the end of the bar. */
  end: ReactNode;
};

const loadPalette = () => import('../palette/StaffPalette.tsx').then(({ StaffPalette }) => StaffPalette);

/** Longer navigations have smaller gaps, and scroll if they do not fit. */
const MANY = 6;

export function StaffBars({ mark, end }: Props) {
  const t = useText();
  const search = usePalette(loadPalette);
  const areas = useAreas();
  useListKeys();
  const current = areas.find((area) => area.current);
  return (
    <>
      <SkipLink />
      <Bar>
        <AreaDrawer areas={areas} />
        {mark}
        <Box visibleFrom="sm" ml={{ sm: 8, md: 16 }}>
          <Nav label={t('nav.main')} entries={areas} gap={{ sm: 16, md: 24 }} item={classes.area} within />
        </Box>
        <Flex align="center" gap={{ base: 12, sm: 16 }} ml="auto">
          {search.dialogs}
          <SearchButton onPress={search.open} />
          {end}
        </Flex>
      </Bar>
      {current ? (
        <NavRow scrolls={current.pages.length > MANY}>
          <Nav
            label={current.label}
            entries={current.pages}
            gap={current.pages.length > MANY ? 24 : 32}
            h={48}
            item={classes.tab}
          />
        </NavRow>
      ) : null}
    </>
  );
}

/** The areas on a phone, each with its pages below its name. */
function AreaDrawer({ areas }: { areas: AreaEntry[] }) {
  const t = useText();
  const [opened, drawer] = useDisclosure(false);
  return (
    <>
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
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={304}
        title={t('staff.title')}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <Stack gap={16}>
          {areas.map(({ label, pages }) => (
            <div key={label}>
              <Text px={12} py={4} fz={13} fw={500} c="dimmed" aria-hidden="true">
                {label}
              </Text>
              <Nav
                label={label}
                entries={pages}
                direction="column"
                item={classes.drawerItem}
                onFollow={drawer.close}
              />
            </div>
          ))}
        </Stack>
      </Drawer>
    </>
  );
}
