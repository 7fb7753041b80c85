// The pages of this tab by their place in the browser's history, so that a link back can go back instead of
// opening a new page: that keeps the scroll position and the row.
import { useEffect } from 'react';
import { useLocation } from 'react-router';

const visited: string[] = [];

/** The place in the history, which the router keeps in its state. */
const place = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/** Remembers the page at the current place. */
export function useVisit(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    visited[place()] = pathname;
  });
}

/** Whether the page before this one in the history is that of an address. After a reload it is unknown. */
export const isBehind = (to: string): boolean => visited[place() - 1] === to.split(/[?#]/)[0];
