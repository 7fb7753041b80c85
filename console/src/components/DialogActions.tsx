// The last row of a dialog: plain Cancel, then the one filled button.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/useText.ts';
import classes from './DialogActions.module.css';

export function DialogActions({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const t = useText();
  return (
    <div className={classes.row}>
      <Button variant="subtle" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      {children}
    </div>
  );
}
