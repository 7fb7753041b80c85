// The bar that makes TEST unmistakable; the words stand on a plain patch, never on the stripes.
import { useText } from '../text/useText.ts';
import classes from './TestBar.module.css';

export function TestBar() {
  const t = useText();
  return (
    <aside className={classes.bar} aria-label={t('mode.testMode')}>
      <div className={classes.inner}>
        <p className={classes.patch}>
          <strong>{t('mode.test')}</strong>
          <span className={classes.long}>{t('mode.barLong')}</span>
          <span className={classes.short}>{t('mode.barShort')}</span>
        </p>
      </div>
    </aside>
  );
}
