// The keys of every list: J and K move the focus along its rows, Enter opens the focused one, and `/` goes to
// the search above it. If rows open beside the list, J and K open them at once. The list of shortcuts (`?`)
// names the keys.
import { useWindowEvent } from '@mantine/hooks';

/** Rows that can be opened, in tables (DataTable.tsx) and in other lists. */
const ROWS = '#content :is([data-opens], [data-row])';
/** In lists whose rows do not open as a whole, the first link of each row, such as the person's. */
const LINKS = '#content tbody tr a[href]:not(tr a[href] ~ a[href], td:has(a[href]) ~ td a[href])';
const SEARCHES = '#content [data-list-search]';
/** Elements that use letters themselves: fields and open menus. */
const TAKES_LETTERS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** The key that was meant. On layouts without Latin letters, the key's position counts. */
function keyOf({ key = '', code, ctrlKey, metaKey, altKey }: KeyboardEvent): 'j' | 'k' | '/' | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === '/') return '/';
  const letter = key > 'z' ? code.replace('Key', '').toLowerCase() : key.toLowerCase();
  return letter === 'j' || letter === 'k' ? letter : null;
}

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;
/** The elements of a selector that are on screen. */
export const visible = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(isVisible);

/** Moves the focus along the rows of the page. Only the shell calls it. */
export function useListKeys(): void {
  useWindowEvent('keydown', (event) => {
    const key = keyOf(event);
    // If nothing has the focus, the target is the document, which has no `closest`.
    const target = event.target as Partial<Element>;
    if (!key || target.closest?.(TAKES_LETTERS) || document.querySelector('[aria-modal]')) return;
    if (key === '/') {
      const [search] = visible(SEARCHES);
      if (!search) return;
      event.preventDefault();
      search.focus();
      return;
    }
    const opening = visible(ROWS);
    const rows = opening.length > 0 ? opening : visible(LINKS);
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const current = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent);
    const next = current + (key === 'j' ? 1 : -1);
    const row = rows[Math.min(Math.max(next, 0), rows.length - 1)];
    row?.focus();
    if (row?.dataset.opens === 'beside') row.click();
  });
}
