// The bars of customers' pages: project, mode, balance, search (Ctrl K; `?` lists the shortcuts), account,
// and the navigation, which phones have at the bottom.
import { Box, Flex, Text, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useProfile, useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { useListKeys } from '../list/useListKeys.ts';
import type { Opened, PaletteProps } from '../palette/PaletteDialogs.tsx';
import { toastError } from '../toast/toast.ts';
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

const SEARCH_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

const FIELDS = 'input, textarea, select';

/**
 * Returns the dialog that a key opens. On layouts without Latin letters, the key's position counts. Autofill
 * sends events without a key.
 */
function dialogOf({ key = '', code, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Opened {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const isK = /^k$/i.test(key) || (code === 'KeyK' && key > 'z');
    return isK && !shiftKey ? 'search' : null;
  }
  // If nothing has the focus, the target is the document, which has no `closest`.
  return key === '?' && !(target as Partial<Element>).closest?.(FIELDS) ? 'keys' : null;
}

/**
 * Returns a function that opens the search, and the dialogs to render. They do not open over another dialog.
 */
function usePalette(): { open: () => void; dialogs: ReactNode } {
  const [opened, setOpened] = useState<Opened>(null);
  const [Dialogs, setDialogs] = useState<ComponentType<PaletteProps> | null>(null);

  function open(which: Opened): void {
    setOpened(which);
    if (Dialogs) return;
    const load = () => import('../palette/PaletteDialogs.tsx');
    load()
      .catch(load)
      .then(
        (loaded) => setDialogs(() => loaded.PaletteDialogs),
        (problem) => {
          setOpened(null);
          toastError(problem);
        },
      );
  }

  useWindowEvent('keydown', (event) => {
    const requested = dialogOf(event);
    if (!requested || (!opened && document.querySelector('[aria-modal]'))) return;
    event.preventDefault();
    if (!event.repeat) open(requested === opened ? null : requested);
  });

  return {
    open: () => open('search'),
    dialogs: Dialogs ? <Dialogs opened={opened} onOpen={setOpened} searchKeys={SEARCH_KEYS} /> : null,
  };
}

/** Shown in the bar of wide screens, as an icon where the bar is narrow. */
function SearchButton({ onPress }: { onPress: () => void }) {
  const t = useText();
  return (
    <UnstyledButton
      className={`${classes.project} ${classes.search}`}
      visibleFrom="sm"
      c="var(--bar-quiet)"
      aria-label={`${t('palette.open')} ${SEARCH_KEYS}`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <span>{t('palette.open')}</span>
      <Text span fz={12} ml="auto">
        {SEARCH_KEYS}
      </Text>
    </UnstyledButton>
  );
}

export function TopBar() {
  const t = useText();
  const profile = useProfile();
  const team = useTeam();
  const search = usePalette();
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
          <SearchButton onPress={search.open} />
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
