// Where the focus goes, and what Escape does.
import type { KeyboardEvent } from 'react';

/** Escape leaves a row as it was, unless it closes a list of groups. */
export function cancelOnEscape(onCancel: () => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const isOpen = (event.target as HTMLElement).closest('[aria-expanded="true"]') !== null;
    if (event.key === 'Escape' && !isOpen) onCancel();
  };
}

/** Gives the focus to the beginning of the page's content, when what had it is gone. */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}

/** Gives the first field the focus when the fields appear. */
export function focusFirst(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('[data-first]')?.focus();
}
