// What a page of details says of its thing: names over values, in columns.
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** `even`: as many columns of one width as there is room for. */
export function Facts({ even = false, children }: { even?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.facts} data-even={even || undefined}>
      {children}
    </dl>
  );
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
