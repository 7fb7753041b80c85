// What is known of something: a label over each value.
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** `whole`: text as people wrote it, over the whole width. */
export type Fact = [label: string, value: ReactNode, width?: 'whole'];

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value, width]) => (
        <div key={label} data-width={width}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
