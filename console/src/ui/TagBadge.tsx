// A short word on a button, such as TEST on one that sends.
import classes from './TagBadge.module.css';

export function TagBadge({ children }: { children: string }) {
  return <span className={classes.badge}>{children}</span>;
}
