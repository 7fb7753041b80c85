// The bars of customers' pages: project, mode, balance, search (Ctrl K; `?` lists the shortcuts), account,
// and the navigation, which phones have at the bottom.
import { Box, Flex } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useProfile, useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { useListKeys } from '../list/useListKeys.ts';
import { SearchButton, usePalette } from '../palette/usePalette.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { Balance } from './Balance.tsx';
import { DeskNavigation } from './DeskNavigation.tsx';
import { useEntries } from './entries.ts';
import classes from './Frame.module.css';
import { Bar, SkipLink } from './Frame.tsx';
import { ModeSwitch } from './Mode.tsx';
import { PhoneNavigation } from './PhoneNavigation.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import { Wordmark } from './Wordmark.tsx';

const loadPalette = () =>
  import('../palette/PaletteDialogs.tsx').then(({ PaletteDialogs }) => PaletteDialogs);

export function TopBar() {
  const t = useText();
  const profile = useProfile();
  const team = useTeam();
  const search = usePalette(loadPalette);
  const entries = useEntries();
  useListKeys();
  return (
    <>
      <SkipLink />
      <Bar>
        <Box visibleFrom="sm">
          <Wordmark to={paths.home} />
        </Box>
        <div className={classes.context}>
          <ProjectMenu />
          <ModeSwitch />
          <Balance />
        </div>
        <Flex align="center" gap={16} ml="auto">
          {search.dialogs}
          <SearchButton visibleFrom="sm" onPress={search.open} />
          <Box component={Link} to={paths.api} className={classes.quiet ?? ''} visibleFrom="sm">
            {t('nav.api')}
          </Box>
          <AvatarMenu profile={profile} team={team} />
        </Flex>
      </Bar>
      <DeskNavigation entries={entries} />
      <PhoneNavigation entries={entries} onSearch={search.open} />
    </>
  );
}
