// Email addresses break after the @ and before a dot, not inside a word.
import { Fragment, type ReactNode } from 'react';

const BREAKS = /(?<=@)|(?<=@[^\s@]*)(?=\.)/;

/** Marks the places at which the addresses in a text may break. Copied text has no trace of it. */
export function breakable(text: string): ReactNode {
  const parts = text.split(BREAKS);
  if (parts.length === 1) return text;
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other key
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
