// Why what was pressed has not been done, beside the button and read out; it stays until the next press.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Failure({ children }: { children: ReactNode }) {
  const isShown = children !== null && children !== undefined;
  return (
    // There before it is needed: screen readers tell of what changes in it.
    <div role="alert" hidden={!isShown}>
      {isShown ? <Text c="var(--danger)">{children}</Text> : null}
    </div>
  );
}
