// What a page is about, and what helps with it at its right; below it where there is no room.
import type { ReactNode } from 'react';
import classes from './Columns.module.css';

export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={classes.columns}>{children}</div>
);
