// The last row of a dialog: plain Cancel, then the one filled button.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/useText.ts';
import classes from './DialogActions.module.css';

type Props = {
  onCancel: () => void;
  /** In place of 'Cancel', where that would be unclear. */
  words?: string;
  children: ReactNode;
};

export function DialogActions({ onCancel, words, children }: Props) {
  const t = useText();
  return (
    <div className={classes.row}>
      <Button variant="subtle" onClick={onCancel}>
        {words ?? t('action.cancel')}
      </Button>
      {children}
    </div>
  );
}
