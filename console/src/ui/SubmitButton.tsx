// A button for work that takes a moment: shows it is busy, keeps its width, and cannot be pressed twice. And
// why that work has not been done.
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

const FACE = {
  display: 'inline-flex',
  gridArea: '1 / 1',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
};
const HIDDEN = { ...FACE, visibility: 'hidden' } as const;

export function SubmitButton({ busy, busyLabel, children, onClick, badge, ...props }: Props) {
  // Both wordings lie on each other, so that the wider one sets the width. At the start of a line they say
  // --words: start.
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
      <span style={{ display: 'inline-grid', placeItems: 'center var(--words, center)' }}>
        <span style={busy ? HIDDEN : FACE} aria-hidden={busy || undefined}>
          {children}
          {badge}
        </span>
        <span style={busy ? FACE : HIDDEN} aria-hidden={!busy || undefined}>
          <Loader size={16} color="currentColor" />
          {busyLabel}
          {badge}
        </span>
      </span>
    </Button>
  );
}

/** Why what was pressed has not been done, beside the button and read out; it stays until the next press. */
export function Failure({ children }: { children: ReactNode }) {
  const isShown = children !== null && children !== undefined;
  return (
    // There before it is needed: screen readers tell of what changes in it.
    <div role="alert" hidden={!isShown}>
      {isShown ? <Text c="var(--danger)">{children}</Text> : null}
    </div>
  );
}
