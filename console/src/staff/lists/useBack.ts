// The way back to the list that led here, with its filter and page.
import { useLocation } from 'react-router';

/** What a link gives to the page it leads to, so that `useBack` finds it there. */
export function useHere(): { from: string } {
  const { pathname, search } = useLocation();
  return { from: pathname + search };
}

/** Where this page was come to from, else `fallback`. */
export function useBack(fallback: string): string {
  const { state } = useLocation();
  return (state as { from?: string } | null)?.from ?? fallback;
}
