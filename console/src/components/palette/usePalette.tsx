// The keys and the button that open the search (Ctrl K) and the list of shortcuts (`?`), which load then.
import { Text, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useText } from '../../text/useText.ts';
import classes from '../frame/Frame.module.css';
import { toastError } from '../toast/toast.ts';

/** The open dialog. `searchKeys` is the shortcut of the search. */
type Opened = 'search' | 'keys' | null;
export type PaletteProps = { opened: Opened; onOpen: (which: Opened) => void; searchKeys: string };

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
export function usePalette(load: () => Promise<ComponentType<PaletteProps>>): {
  open: () => void;
  dialogs: ReactNode;
} {
  const [opened, setOpened] = useState<Opened>(null);
  const [Dialogs, setDialogs] = useState<ComponentType<PaletteProps> | null>(null);

  function open(which: Opened): void {
    setOpened(which);
    if (Dialogs) return;
    load()
      .catch(load)
      .then(
        (loaded) => setDialogs(() => loaded),
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

type ButtonProps = { onPress: () => void; visibleFrom?: 'sm' };

/** The search in the bar, as an icon where the bar is narrow. */
export function SearchButton({ onPress, ...shown }: ButtonProps) {
  const t = useText();
  return (
    <UnstyledButton
      className={`${classes.project} ${classes.search}`}
      {...shown}
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
