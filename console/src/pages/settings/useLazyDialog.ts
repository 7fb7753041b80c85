// The state of a dialog whose code loads when it is first opened.
import { useState } from 'react';

/** The dialog stays mounted after it was opened once, so it can fade out. */
export function useLazyDialog() {
  const [opened, setOpened] = useState(false);
  const [mounted, setMounted] = useState(false);
  function open(): void {
    setMounted(true);
    setOpened(true);
  }
  return { opened, mounted, open, close: () => setOpened(false) };
}
