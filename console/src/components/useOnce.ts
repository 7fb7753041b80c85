// Work that a press begins, once at a time.
import { useRef, useState } from 'react';

/** `run` does nothing while the work of an earlier press goes on; `busy` is for the button. */
export function useOnce(): { busy: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  // State changes with the next render; two presses can come before it.
  const running = useRef(false);

  async function run(work: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, run };
}
