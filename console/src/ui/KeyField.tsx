// A secret in a box of its own: hidden until shown, copied whole either way.
import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from './CopyButton.tsx';
import classes from './KeyField.module.css';

type Props = {
  value: string;
  /** Name of the key, read out with it. */
  label: string;
  /** How many characters at the start and at the end stay readable while hidden. */
  startShown?: number;
  endShown?: number;
  showLabel: string;
  hideLabel: string;
  copyLabel: string;
  copiedLabel: string;
  copiedShownMs?: number;
};

export function KeyField({ value, label, startShown = 8, endShown = 4, ...props }: Props) {
  const [shown, setShown] = useState(false);
  const Sign = shown ? IconEyeOff : IconEye;
  return (
    <fieldset className={classes.field} aria-label={label}>
      {shown ? (
        <span className={classes.value} data-shown>
          {value}
        </span>
      ) : (
        <span className={classes.value}>
          {value.slice(0, startShown)}
          {/* As long as the key, so that nothing moves when it is shown; where that does not fit, the dots give way. */}
          <span className={classes.dots}>
            {'•'.repeat(Math.max(0, value.length - startShown - endShown))}
          </span>
          {value.slice(value.length - endShown)}
        </span>
      )}
      <ActionIcon
        size={34}
        aria-label={shown ? props.hideLabel : props.showLabel}
        onClick={() => setShown(!shown)}
      >
        <Sign size={18} stroke={1.75} />
      </ActionIcon>
      <CopyButton
        value={value}
        label={props.copyLabel}
        copiedLabel={props.copiedLabel}
        shownMs={props.copiedShownMs ?? 6000}
        size={34}
      />
    </fieldset>
  );
}
