// A button for slow actions, and the error of a failed one. While busy, it shows that, keeps its width and
// ignores clicks.
import { Button, type ButtonProps, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = ButtonProps & {
  busy: boolean;
  /** The verb with an ellipsis: "Sending…". */
  busyLabel: string;
  children: ReactNode;
  /** Without it, the button submits its form. */
  onClick?: () => void;
  /** Follows the label in both states, for example a TEST badge. */
  badge?: ReactNode;
  /** Id of the form to submit if the button is outside it. */
  form?: string;
};

const LABEL = {
  display: 'inline-flex',
  gridArea: '1 / 1',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
};
const HIDDEN = { ...LABEL, visibility: 'hidden' } as const;

export function SubmitButton({ busy, busyLabel, children, onClick, badge, ...props }: Props) {
  // Both labels overlap, so the wider one sets the width. `--label-align: start` aligns them to the start of
  // the line.
  return (
    <Button
      type={onClick ? 'button' : 'submit'}
      aria-disabled={busy || undefined}
      {...props}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      <span style={{ display: 'inline-grid', placeItems: 'center var(--label-align, center)' }}>
        <span style={busy ? HIDDEN : LABEL} aria-hidden={busy || undefined}>
          {children}
          {badge}
        </span>
        <span style={busy ? LABEL : HIDDEN} aria-hidden={!busy || undefined}>
          <Loader size={16} color="currentColor" />
          {busyLabel}
          {badge}
        </span>
      </span>
    </Button>
  );
}

/** The error of an action, beside its button. Screen readers read it out; it stays until the next attempt. */
export function Failure({ children }: { children: ReactNode }) {
  const isShown = children !== null && children !== undefined;
  return (
    // Always rendered, because screen readers announce only changes inside an existing alert.
    <div role="alert" hidden={!isShown}>
      {isShown ? <Text c="var(--danger)">{children}</Text> : null}
    </div>
  );
}
