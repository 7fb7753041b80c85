// A small rounded label: always an icon and a word, since colour alone says nothing to some.
import type { Icon } from '@tabler/icons-react';
import classes from './Pill.module.css';

export type Tone = 'success' | 'info' | 'neutral' | 'danger' | 'warning';

export function Pill({ tone, icon: Sign, children }: { tone: Tone; icon: Icon; children: string }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <Sign size={14} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
