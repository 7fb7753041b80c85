// The mode of something that was made in it, beside the title of its page.
import type { Mode } from '@godwit/contract/statuses';
import { useText } from '../text/useText.ts';
import classes from './ModeLabel.module.css';

export function ModeLabel({ mode }: { mode: Mode }) {
  const t = useText();
  return (
    <p className={classes.mode}>
      {t('mode.label')} <strong data-mode={mode}>{t(mode === 'TEST' ? 'mode.test' : 'mode.live')}</strong>
    </p>
  );
}
