// What a page of details says of its thing: names over values, in columns.
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** `whole` takes a line of its own. */
export function Fact({ name, whole, children }: { name: string; whole?: boolean; children: ReactNode }) {
  return (
    <div data-whole={whole || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Something written by people, in its own lines and direction. */
export function Passage({ children }: { children: string }) {
  return (
    <span className={classes.body} dir="auto">
      {children}
    </span>
  );
}
