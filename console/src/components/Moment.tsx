// An instant in the viewer's zone, with UTC behind it.
import { formatDay, formatInstant, formatTime, formatUtc } from '../format.ts';
import classes from './Moment.module.css';

/** In rows the day counts and the time stands back. */
export function Moment({ instant, row = false }: { instant: string; row?: boolean }) {
  return (
    <time dateTime={instant} title={formatUtc(instant)}>
      {row ? (
        <>
          {formatDay(instant)} <span className={classes.time}>{formatTime(instant)}</span>
        </>
      ) : (
        formatInstant(instant)
      )}
    </time>
  );
}
