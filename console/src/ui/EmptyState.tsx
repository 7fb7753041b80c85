// What stands where there is nothing yet: one sentence, one action.
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{text}</p>
      {action}
    </div>
  );
}
