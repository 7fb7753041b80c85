import { type KeyboardEvent, useState } from 'react';

/**
 * Keeps the open state of a menu or popover and closes it on Escape. Mantine handles Escape only while the
 * focus is inside the popover.
 */
export function useOpened() {
  const [opened, setOpened] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpened(false);
  };
  return { opened, setOpened, onKeyDown };
}
