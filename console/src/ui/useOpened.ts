import { type KeyboardEvent, useState } from 'react';

/**
 * Whether a menu or popover is open, and what its target hears: Escape, which Mantine hears only once the focus has moved into
 * what opened.
 */
export function useOpened() {
  const [opened, setOpened] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpened(false);
  };
  return { opened, setOpened, onKeyDown };
}
