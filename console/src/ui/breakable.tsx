// Email addresses break after the @ and before a dot, not inside a word.
import type { ReactNode } from 'react';

const BREAK = /(?<=@)(?=.)|(?<=@[^\s@]*)(?=\.)/g;

/** Marks the places at which the addresses in a text may break. Copied text has no trace of it. */
export function breakable(text: string): ReactNode {
  const last = [...text.matchAll(BREAK)].at(-1)?.index;
  if (last === undefined) return text;
  return (
    <>
      {breakable(text.slice(0, last))}
      <wbr />
      {text.slice(last)}
    </>
  );
}
