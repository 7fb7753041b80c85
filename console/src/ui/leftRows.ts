// The row through which a list was left, which gets the focus again when a person goes back to the list.
import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The keys of rows by the entry of the history. */
const left = new Map<string, string>();

const LINK = 'a[href], button';

/**
 * Returns the function that remembers a row of the list in `box` as left. Once the rows are there after going
 * back, the row left last gets the focus, unless something else has it.
 */
export function useLeftRow(box: RefObject<HTMLElement | null>, isLoaded: boolean): (rowKey: string) => void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    const rowKey = left.get(key);
    if (!isReturn || !isLoaded || rowKey === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey)}"]`);
    if (!row) return;
    left.delete(key);
    if (document.activeElement !== document.body) return;
    (row.tabIndex >= 0 ? row : row.querySelector<HTMLElement>(LINK))?.focus();
  }, [box, key, isReturn, isLoaded]);
  return (rowKey) => left.set(key, rowKey);
}
