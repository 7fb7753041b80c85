// Which calls of the reference are open. A call draws its details when it is first opened, so the page stays
// light however many calls there are.
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Open from the start: most readers come for it, and it shows what an open call has. */
const FIRST = 'send-message';

const addressed = (): string => location.hash.slice(1);

/** Absent if the call was never open: its details are not drawn. */
export type IsOpen = boolean | undefined;

type OpenSections = { isOpen: (id: string) => IsOpen; setOpen: (id: string, isOpen: boolean) => void };

/** A link to a call opens it, and printing opens all. */
export function useOpenSections(): OpenSections {
  const [sections, setSections] = useState<ReadonlyMap<string, boolean>>(
    () => new Map([FIRST, addressed()].map((id) => [id, true])),
  );
  const [isPrinting, setPrinting] = useState(false);
  const setOpen = useCallback(
    (id: string, isOpen: boolean) =>
      setSections((all) => (all.get(id) === isOpen ? all : new Map(all).set(id, isOpen))),
    [],
  );
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    addEventListener('hashchange', () => setOpen(addressed(), true), { signal });
    // The browser lays the page out right after the event.
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal });
    addEventListener('afterprint', () => setPrinting(false), { signal });
    return () => left.abort();
  }, [setOpen]);
  return { isOpen: (id) => isPrinting || sections.get(id), setOpen };
}
