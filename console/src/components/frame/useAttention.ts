// Detects whether a person is using the page: any input within the last minute.
import { useEffect } from 'react';
import { attention } from '../../api/client.ts';

const AWAY_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 1_000;
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'];

/** Marks calls as unattended while nobody is using the page. For the frame of signed-in pages. */
export function useAttention(): void {
  useEffect(() => {
    let lastActiveAt = performance.now();
    const markActive = () => {
      lastActiveAt = performance.now();
      attention.headers = {};
    };
    const timer = setInterval(() => {
      if (performance.now() - lastActiveAt > AWAY_AFTER_MS) attention.headers = { 'x-unattended': '1' };
    }, CHECK_EVERY_MS);
    for (const event of ACTIVITY_EVENTS)
      addEventListener(event, markActive, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const event of ACTIVITY_EVENTS) removeEventListener(event, markActive, { capture: true });
      markActive();
    };
  }, []);
}
