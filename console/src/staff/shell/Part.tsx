// A part of a page under a heading of its own.
import type { ReactNode } from 'react';
import classes from './Part.module.css';

export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h2 className={classes.heading}>{heading}</h2>
      {children}
    </div>
  );
}
