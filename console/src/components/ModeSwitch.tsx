// The Test Mode switch. Without a verified identity any flip opens 'Verify Account' and changes nothing.

import type { Mode } from '@godwit/contract/statuses';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useProfile } from '../session/context.ts';
import { flipMode } from '../session/mode.ts';
import { useText } from '../text/useText.ts';
import classes from './ModeSwitch.module.css';
import { VerifyAccountModal } from './VerifyAccountModal.tsx';

/** `onChange` is called after a real change, for pages that go back to their first page then. */
export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange?: (mode: Mode) => void }) {
  const t = useText();
  const { id_verified } = useProfile();
  const [asking, setAsking] = useState(false);

  function flip(): void {
    const wanted = mode === 'TEST' ? 'LIVE' : 'TEST';
    if (flipMode(id_verified, wanted) === 'verify') setAsking(true);
    else onChange?.(wanted);
  }

  return (
    <>
      <Switch
        className={classes.switch ?? ''}
        label={t('mode.testMode')}
        checked={mode === 'TEST'}
        onChange={flip}
      />
      <VerifyAccountModal opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
