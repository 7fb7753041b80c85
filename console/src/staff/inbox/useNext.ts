// Moves through the inbox: opens the first item on arrival, and the next one after a decision.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useIsLeaving } from '../../session/useIsLeaving.ts';
import { staffPaths } from '../paths.ts';
import { useIsNarrow } from '../shell/ListAndCase.tsx';
import type { Item } from './useInbox.ts';

/** Whether an item is the open one, or has it among its others. */
export const isOpenAt = (item: Item, open: string | null): boolean =>
  [item.id, ...(item.others ?? [])].some((id) => keyOf({ ...item, id }) === open);

/** Identifies an item among those of all kinds. */
export const keyOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>): string => `${kind} ${id}`;

type Props = {
  items: Item[];
  isLoading: boolean;
  /** The key of the open item. */
  open: string | null;
  /** The open case, and the list, which gets the focus when nothing is left. */
  parts: { opened: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> };
};

/** Returns the sentence about the last decision, and `report`, which a decision calls. */
export function useNext({ items, isLoading, open, parts }: Props) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const narrow = useIsNarrow();
  // Shown beside the decided case and the one that follows it.
  const [done, setDone] = useState<{ text: string; beside: (string | null)[] }>({ text: '', beside: [] });
  const [decided, setDecided] = useState<{ key: string; index: number } | null>(null);
  // The item that gets the focus once it is open; null is the list, if nothing is left.
  const [awaited, setAwaited] = useState<string | null | undefined>(undefined);

  const show = (item: Item | undefined) => {
    const path = item ? staffPaths.inboxItem(item.kind, item.id) : staffPaths.inbox;
    void navigate(path + search, { replace: true });
  };
  // Not while the person goes to another page, which this would undo; again if that page does not open.
  const isStaying = useNavigation().state === 'idle';
  const isLeaving = useIsLeaving();
  const isDecided =
    isStaying && decided !== null && !isLoading && !items.some((item) => isOpenAt(item, decided.key));
  const onDecided = useEffectEvent(() => {
    if (isLeaving()) return;
    if (decided && decided.key === open) {
      const next = items[Math.min(decided.index, items.length - 1)];
      show(next);
      const key = next ? keyOf(next) : null;
      setDone(({ text }) => ({ text, beside: [open, key] }));
      setAwaited(key);
    }
    setDecided(null);
  });
  useEffect(() => {
    if (isDecided) onDecided();
  }, [isDecided]);

  const awaitsFirst = isStaying && !narrow && open === null && !isLoading && items.length > 0;
  const onArrival = useEffectEvent(() => {
    if (!isLeaving()) show(items[0]);
  });
  useEffect(() => {
    if (awaitsFirst) onArrival();
  }, [awaitsFirst]);

  const { opened, list } = parts;
  useEffect(() => {
    if (awaited === undefined || awaited !== open) return;
    (open === null ? list : opened).current?.focus();
    setAwaited(undefined);
  }, [awaited, open, list, opened]);

  const report = (sentence: string) => {
    setDone({ text: sentence, beside: [open] });
    const index = items.findIndex((item) => isOpenAt(item, open));
    if (open !== null && index >= 0) setDecided({ key: open, index });
  };
  return { done: done.beside.includes(open) ? done.text : '', report };
}
