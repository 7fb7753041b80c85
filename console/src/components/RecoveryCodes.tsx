// Recovery codes, this once: to copy or to save as a file. Takes the focus.
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { saveFile } from '../download.ts';
import { useText } from '../text/useText.ts';
import classes from './RecoveryCodes.module.css';

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useText();
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  const text = `${codes.join('\n')}\n`;
  useEffect(() => copy.current?.focus(), []);
  return (
    <div>
      <ul className={classes.codes} aria-label={t('recovery.codes')}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div className={classes.keep}>
        <Button ref={copy} variant="outline" onClick={() => clipboard.copy(text)}>
          {t(clipboard.copied ? 'action.copied' : 'recovery.copy')}
        </Button>
        <Button
          variant="outline"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'godwit-recovery-codes.txt')}
        >
          {t('recovery.save')}
        </Button>
      </div>
    </div>
  );
}
