// Mark, name and the word that says whose pages these are.
import { Wordmark } from '../../components/Wordmark.tsx';
import { useText } from '../../text/useText.ts';
import classes from './StaffMark.module.css';

export function StaffMark({ to }: { to: string }) {
  const t = useText();
  return (
    <div className={classes.mark}>
      <Wordmark to={to} />
      <span className={classes.word}>{t('staff.title')}</span>
    </div>
  );
}
