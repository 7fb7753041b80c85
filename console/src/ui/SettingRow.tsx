// A row of a settings card: its name and a hint on the left, the control on the right.
import { Box, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SettingRow.module.css';

type Props = {
  /** The fragment of addresses that link to this row. */
  id?: string;
  label: string;
  hint?: string;
  children: ReactNode;
};

/**
 * Scrolls to the row if the address names it. The router looks for it only at navigation, possibly before the
 * setting has loaded.
 */
function intoSight(row: HTMLElement | null): void {
  if (row?.id && location.hash === `#${row.id}`) row.scrollIntoView({ block: 'center' });
}

export function SettingRow({ id, label, hint, children }: Props) {
  return (
    <section id={id} ref={intoSight} className={classes.row}>
      <Box pt={{ base: 0, sm: 10 }}>
        <Title order={2} size="h4" lts={0}>
          {label}
        </Title>
        {hint ? (
          <Text mt={4} fz={13} c="dimmed">
            {hint}
          </Text>
        ) : null}
      </Box>
      <Box miw={0}>{children}</Box>
    </section>
  );
}

/** Shows a setting read-only. */
export const SettingValue = ({ children }: { children: ReactNode }) => (
  <Text py={{ base: 0, sm: 10 }} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

/** A dimmed line below a control. */
export const SettingNote = ({ children }: { children: ReactNode }) => (
  <Text mt={12} c="dimmed">
    {children}
  </Text>
);
