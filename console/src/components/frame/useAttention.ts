// Detects whether a person is using the page: any input within the last minute.
import { useEffect } from 'react';
import { attention } from '../../api/client.ts';

const AWAY_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'];

/** Marks calls as unattended while nobody is using the page. For the frame of signed-in pages. */
export function useAttention(): void {
  useEffect(() => {
    let seen = performance.now();
    const note = () => {
      seen = performance.now();
      attention.headers = {};
    };
    const look = setInterval(() => {
      if (performance.now() - seen > AWAY_AFTER_MS) attention.headers = { 'x-unattended': '1' };
    }, LOOK_EVERY_MS);
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true, capture: true });
    return () => {
      clearInterval(look);
      for (const sign of SIGNS) removeEventListener(sign, note, { capture: true });
      note();
    };
  }, []);
}
