// A line of a settings card: name and one line of consequence left, the control right.
import type { ReactNode } from 'react';
import classes from './SettingRow.module.css';

export function SettingRow({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <section className={classes.row}>
      <div className={classes.label}>
        <h2>{label}</h2>
        {hint ? <p>{hint}</p> : null}
      </div>
      <div className={classes.control}>{children}</div>
    </section>
  );
}

/** What a setting is, for those who do not change it here. */
export function SettingValue({ children }: { children: ReactNode }) {
  return <p className={classes.value}>{children}</p>;
}

/** A quiet line below a control. */
export function SettingNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
