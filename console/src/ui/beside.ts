// The part of a page that shows the row opened last beside its list, such as a message beside the log.

/** The part's id. */
export const BESIDE = 'beside';

let isAwaited = false;

/** Moves the focus to the part beside the list, at the latest when it appears. */
export function focusBeside(): void {
  const part = document.getElementById(BESIDE);
  part?.focus();
  isAwaited = part === null;
}

/** The ref of the part: gives it the focus if `focusBeside` was called before it appeared. */
export function takeFocus(part: HTMLElement | null): void {
  if (part && isAwaited) part.focus();
  isAwaited = false;
}
