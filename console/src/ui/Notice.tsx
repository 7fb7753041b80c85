// A page that only has something to say and a way on.
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

export function Notice({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
