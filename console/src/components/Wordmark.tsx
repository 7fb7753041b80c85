// Mark and name, as a link home.
import { Link } from 'react-router';
import { useText } from '../text/useText.ts';
import { Mark } from '../ui/Mark.tsx';
import classes from './Wordmark.module.css';

export function Wordmark({ to, width = 42 }: { to: string; width?: number }) {
  const t = useText();
  return (
    <Link to={to} className={classes.wordmark}>
      <Mark width={width} />
      <span className={classes.name}>{t('app.name')}</span>
    </Link>
  );
}
