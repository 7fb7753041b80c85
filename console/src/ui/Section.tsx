// A part of a page under a heading of its own, with what can be done there at the right.
import type { ReactNode } from 'react';
import classes from './Section.module.css';

type Props = { title: string; text?: string; actions?: ReactNode; children: ReactNode };

export function Section({ title, text, actions, children }: Props) {
  return (
    <section>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2>{title}</h2>
          {text ? <p>{text}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
