// A white card with a hairline and no shadow.
import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** `padded={false}` for cards that hold rows or tables up to their edge. */
export function Card({ padded = true, children }: { padded?: boolean; children: ReactNode }) {
  return (
    <section className={classes.card} data-padded={padded || undefined}>
      {children}
    </section>
  );
}
