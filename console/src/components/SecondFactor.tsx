// What setting up a second factor shows, to customers and staff: the secret of the app, then the recovery codes.
import type { SetUp } from '@godwit/contract/secondFactor';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { encode } from 'uqr';
import { saveFile } from '../download.ts';
import { useText } from '../text/useText.ts';
import classes from './SecondFactor.module.css';

/** How to add the account to an authenticator app: by camera, or by typing the secret. */
export function AppSecret({ secret, uri }: SetUp) {
  const t = useText();
  return (
    <div className={classes.scan}>
      <QrCode text={uri} label={t('twoStep.qr')} />
      <ol className={classes.steps}>
        <li>{t('twoStep.step1')}</li>
        <li>
          {t('twoStep.step2')}
          <code className={classes.secret}>{inFours(secret)}</code>
        </li>
        <li>{t('twoStep.step3')}</li>
      </ol>
    </div>
  );
}

/** Dark on white in both themes, since not every camera reads the reverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  // Four modules of white around it (ISO/IEC 18004).
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}

/** As people read and type it. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Shown this once: to copy or to save as a file. Takes the focus. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useText();
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  const text = `${codes.join('\n')}\n`;
  useEffect(() => copy.current?.focus(), []);
  return (
    <div>
      <p className={classes.text}>{t('recovery.text')}</p>
      <ul className={classes.codes} aria-label={t('recovery.codes')}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div className={classes.keep}>
        <Button ref={copy} variant="outline" onClick={() => clipboard.copy(text)}>
          {t(clipboard.copied ? 'action.copied' : 'action.copy')}
        </Button>
        <Button
          variant="outline"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'godwit-recovery-codes.txt')}
        >
          {t('recovery.save')}
        </Button>
      </div>
      <div className={classes.done}>
        <Button onClick={onDone}>{t('recovery.done')}</Button>
      </div>
    </div>
  );
}
