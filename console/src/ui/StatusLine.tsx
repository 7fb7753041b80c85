// A line above a list that tells how long work goes, or went, with what can be done about it.
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './StatusLine.module.css';

type Props = {
  words: string;
  /** What changes while it goes, below the words. */
  quiet?: string;
  /** How much is done, from 0 to 1; null while that cannot be told. Left out where nothing goes on. */
  share?: number | null;
  failed?: boolean;
  /** Buttons. */
  children?: ReactNode;
};

export function StatusLine({ words, quiet, share, failed = false, children }: Props) {
  return (
    <div className={classes.line} data-failed={failed || undefined}>
      <div className={classes.words}>
        <p role={failed ? 'alert' : 'status'}>{words}</p>
        {quiet === undefined ? null : <p className={classes.quiet}>{quiet}</p>}
      </div>
      {share === undefined ? null : (
        <Progress
          className={classes.bar ?? ''}
          value={(share ?? 1) * 100}
          {...(share === null ? { striped: true, animated: true } : {})}
          aria-label={words}
        />
      )}
      {children}
    </div>
  );
}
