// The Test Mode switch. Without a verified identity any flip opens 'Verify Account' and changes nothing.
import type { Mode } from '@godwit/contract/statuses';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useProfile } from '../session/context.ts';
import { flipMode } from '../session/mode.ts';
import { useText } from '../text/useText.ts';
import { Dialog, DialogActions } from './Dialog.tsx';

const RUST = { '--switch-on': 'var(--test-fill)', '--switch-on-thumb': '#ffffff' };

/** `onChange` is called after a real change, for pages that go back to their first page then. */
export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange?: (mode: Mode) => void }) {
  const t = useText();
  const { id_verified } = useProfile();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);

  function flip(): void {
    const wanted = mode === 'TEST' ? 'LIVE' : 'TEST';
    if (flipMode(id_verified, wanted) === 'verify') setAsking(true);
    else onChange?.(wanted);
  }

  return (
    <>
      <Switch style={RUST} label={t('mode.testMode')} checked={mode === 'TEST'} onChange={flip} />
      <Dialog opened={asking} onClose={close} title={t('verifyModal.title')}>
        {t('verifyModal.text')}
        <DialogActions onCancel={close}>
          <Button component={Link} to={paths.verify} onClick={close}>
            {t('verifyModal.verify')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
