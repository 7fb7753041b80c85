// Page layout: sections with headings, and two columns.
import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Section.module.css';

type Props = { title: string; text?: string; actions?: ReactNode; children: ReactNode };

export function Section({ title, text, actions, children }: Props) {
  return (
    <section>
      <Group gap="8px 12px" mih={40} mb={16}>
        <Box flex="1 1 240px">
          <Title order={2}>{title}</Title>
          {text ? (
            <Text maw={640} mt={4} c="dimmed">
              {text}
            </Text>
          ) : null}
        </Box>
        {actions}
      </Group>
      {children}
    </section>
  );
}

/** @param side width of the right column in pixels; use `--gap` between parts of a column */
export const Columns = ({ side = 360, children }: { side?: number; children: ReactNode }) => (
  <Box className={classes.columns ?? ''} style={{ '--side': `${side}px` }}>
    {children}
  </Box>
);
