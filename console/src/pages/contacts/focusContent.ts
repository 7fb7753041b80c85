// Where the focus goes when what had it is gone.

/** Gives the focus to the beginning of the page's content. */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}
