// Which contacts are being edited where they stand. Whoever is edited stays on the page when the list is read again and has
// moved on without them, so that nothing typed is lost.
import type { Contact } from '@godwit/contract/contacts';
import { type RefObject, useRef, useState } from 'react';

export type Editing = {
  /** The rows of the page, with whom the list has left out before them. */
  withEdited: (rows: Contact[]) => Contact[];
  /** The contact as it was when editing began; undefined where it is not edited. */
  of: (id: string) => Contact | undefined;
  start: (contact: Contact) => void;
  stop: (id: string) => void;
  /** Id of the contact whose pencil gets the focus back. */
  returnTo: RefObject<string | null>;
};

const NOBODY: ReadonlyMap<string, Contact> = new Map();

/** @param page names the page that is shown; on another one nobody is edited. */
export function useEditing(page: string): Editing {
  const [held, setHeld] = useState({ page, edited: NOBODY });
  const returnTo = useRef<string | null>(null);
  const edited = held.page === page ? held.edited : NOBODY;
  const set = (change: (edited: Map<string, Contact>) => void) =>
    setHeld((before) => {
      const next = new Map(before.page === page ? before.edited : NOBODY);
      change(next);
      return { page, edited: next };
    });
  return {
    withEdited: (rows) => {
      const ids = new Set(rows.map(({ id }) => id));
      return [...[...edited.values()].filter(({ id }) => !ids.has(id)), ...rows];
    },
    of: (id) => edited.get(id),
    start: (contact) => set((next) => next.set(contact.id, contact)),
    stop: (id) => {
      returnTo.current = id;
      set((next) => next.delete(id));
    },
    returnTo,
  };
}
