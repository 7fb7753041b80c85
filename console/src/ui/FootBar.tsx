// The main actions of a page. On phones they stay at the foot of the window.
import type { ReactNode } from 'react';
import classes from './FootBar.module.css';

export const FootBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.bar}>{children}</div>
);
