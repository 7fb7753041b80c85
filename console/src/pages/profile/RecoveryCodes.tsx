// The recovery codes, this once: to copy or to save as a file.
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import dialogs from '../../components/DialogActions.module.css';
import { saveFile } from '../../download.ts';
import { useText } from '../../text/useText.ts';
import classes from './dialogs.module.css';

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText();
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  const text = `${codes.join('\n')}\n`;
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <p className={classes.text}>{t('twoStep.codesText')}</p>
      <ul className={classes.codes} aria-label={t('twoStep.codes')}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div className={classes.keep}>
        <Button ref={copy} variant="outline" onClick={() => clipboard.copy(text)}>
          {t(clipboard.copied ? 'action.copied' : 'twoStep.copyCodes')}
        </Button>
        <Button
          variant="outline"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'godwit-recovery-codes.txt')}
        >
          {t('twoStep.saveCodes')}
        </Button>
      </div>
      <div className={dialogs.row}>
        <Button onClick={onClose}>{t('twoStep.done')}</Button>
      </div>
    </>
  );
}
