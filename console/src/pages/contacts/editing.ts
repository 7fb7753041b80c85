// Rows that are edited in their list: which they are, and where the focus goes afterwards.
import { type KeyboardEvent, useRef, useState } from 'react';
import { focusIfLost } from '../../components/dialog/Dialog.tsx';

type Identified = { id: string };

/**
 * Tracks the rows that are edited. They stay on the page even if a refreshed list no longer has them, so that
 * no input is lost.
 * @param page identifies the shown page; on another page no row is edited
 */
export function useEditing<Row extends Identified>(page: string) {
  const [state, setState] = useState({ page, edited: new Map<string, Row>() });
  const returnFocusTo = useRef<string | null>(null);
  const edited = state.page === page ? state.edited : new Map<string, Row>();
  const set = (change: (edited: Map<string, Row>) => void) =>
    setState((previous) => {
      const next = new Map(previous.page === page ? previous.edited : []);
      change(next);
      return { page, edited: next };
    });
  return {
    /** The rows of the page, after the edited ones that the list no longer has. */
    withEdited: (rows: Row[]) => {
      const ids = new Set(rows.map(({ id }) => id));
      return [...[...edited.values()].filter(({ id }) => !ids.has(id)), ...rows];
    },
    /** The row as it was before the edit; undefined if it is not edited. */
    original: (id: string) => edited.get(id),
    start: (row: Row) => set((next) => next.set(row.id, row)),
    stop: (id: string) => {
      returnFocusTo.current = id;
      set((next) => next.delete(id));
    },
    /** A ref for the button of a row's menu: it gets the focus back after the edit. */
    takesFocusBack: (id: string) => (button: HTMLElement | null) => {
      if (!button || returnFocusTo.current !== id) return;
      returnFocusTo.current = null;
      focusIfLost(button);
    },
  };
}

export type Editing<Row extends Identified> = ReturnType<typeof useEditing<Row>>;

/** Returns a handler that cancels an edit on Escape, unless Escape closes a list of groups. */
export function cancelOnEscape(onCancel: () => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const isOpen = (event.target as HTMLElement).closest('[aria-expanded="true"]') !== null;
    if (event.key === 'Escape' && !isOpen) onCancel();
  };
}
