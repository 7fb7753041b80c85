// What a page is about, and what helps with it at its right; below it where there is no room.
import type { ReactNode } from 'react';
import classes from './Columns.module.css';

/** @param side width of the right one, in pixels; `--gap` is the gap for what stands below each other in one */
export const Columns = ({ side = 360, children }: { side?: number; children: ReactNode }) => (
  <div className={classes.columns} style={{ '--side': `${side}px` }}>
    {children}
  </div>
);
