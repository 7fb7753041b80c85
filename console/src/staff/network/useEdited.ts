// The state of a dialog that edits an item of a list, and the focus after an item is removed.
import { usePrevious } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusIfLost } from '../../components/dialog/Dialog.tsx';
import type { Fields } from './fields.ts';

/** An item being edited: `index` in its list. A new one has no `item`. `key` differs for each opening. */
type Edited = { key: number; index: number; item: Fields | undefined };

/**
 * The edited item and its dialog stay after the dialog is closed: if it were unmounted, the focus would not
 * return to its opener.
 */
export function useEdited() {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [opened, setOpened] = useState(false);
  const key = useRef(0);
  const close = () => setOpened(false);
  return {
    edited,
    open(index: number, item?: Fields) {
      setEdited({ key: ++key.current, index, item });
      setOpened(true);
    },
    close,
    opening: { opened, onClose: close },
  };
}

/** A ref for a button that is focused if the focused item was removed from a list. */
export function useFocusAfterRemoval(count: number): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = usePrevious(count);
  useEffect(() => {
    if (before !== undefined && count < before) focusIfLost(button.current);
  }, [before, count]);
  return button;
}
