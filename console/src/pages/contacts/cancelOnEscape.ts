// Escape in a row that is being edited.
import type { KeyboardEvent } from 'react';

/** Escape leaves a row as it was, unless it closes a list of groups. */
export function cancelOnEscape(onCancel: () => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const isOpen = (event.target as HTMLElement).closest('[aria-expanded="true"]') !== null;
    if (event.key === 'Escape' && !isOpen) onCancel();
  };
}
