// The way to the search over everything: a button in the bar and in the drawer, and Ctrl K; `?` lists the keys. What opens is loaded when
// it is first asked for.
import { Text, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useText } from '../text/useText.ts';
import classes from './Frame.module.css';
import type { Opened, PaletteProps } from './PaletteDialogs.tsx';
import { toastError } from './toast.ts';

const SEARCH_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

const FIELDS = 'input, textarea, select';

/** What a key asks for. Where a layout has no Latin letters its place counts. What the browser fills in comes without any key. */
function askedBy({ key = '', code, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Opened {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const isK = /^k$/i.test(key) || (code === 'KeyK' && key > 'z');
    return isK && !shiftKey ? 'search' : null;
  }
  // The document, where nothing has the focus, is in no field.
  return key === '?' && !(target as Partial<Element>).closest?.(FIELDS) ? 'keys' : null;
}

/** Gives what opens the search, and the dialogs for the page. Over another dialog they do not open. */
export function usePalette(): { open: () => void; dialogs: ReactNode } {
  const [opened, setOpened] = useState<Opened>(null);
  const [Dialogs, setDialogs] = useState<ComponentType<PaletteProps> | null>(null);

  function open(which: Opened): void {
    setOpened(which);
    if (Dialogs) return;
    const load = () => import('./PaletteDialogs.tsx');
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
    const asked = askedBy(event);
    if (!asked || (!opened && document.querySelector('[aria-modal]'))) return;
    event.preventDefault();
    if (!event.repeat) open(asked === opened ? null : asked);
  });

  return {
    open: () => open('search'),
    dialogs: Dialogs ? <Dialogs opened={opened} onOpen={setOpened} searchKeys={SEARCH_KEYS} /> : null,
  };
}

/** In the bar of wide screens. */
export function SearchButton({ onPress }: { onPress: () => void }) {
  const t = useText();
  return (
    <UnstyledButton
      className={classes.project}
      visibleFrom="sm"
      miw={184}
      c="var(--bar-quiet)"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
    >
      {t('palette.open')}
      <Text span fz={12} ml="auto">
        {SEARCH_KEYS}
      </Text>
    </UnstyledButton>
  );
}
