// Facts of a detail page: names over values, in columns.
import { Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** `even`: as many columns of one width as there is room for. */
export function Facts({ even = false, children }: { even?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.facts} data-even={even || undefined}>
      {children}
    </dl>
  );
}

/** `whole` takes a line of its own. */
export function Fact({ name, whole, children }: { name: string; whole?: boolean; children: ReactNode }) {
  return (
    <div data-whole={whole || undefined}>
      <Text component="dt" fz={13} c="dimmed">
        {name}
      </Text>
      <Flex component="dd" align="center" mih={24} m="2px 0 0" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Flex>
    </div>
  );
}

/** Something written by people, in its own lines and direction. */
export const Passage = ({ children }: { children: string }) => (
  <Text
    span
    dir="auto"
    size="lg"
    flex={1}
    miw={0}
    mt={6}
    p={16}
    bg="var(--subtle)"
    bd="1px solid var(--hairline)"
    bdrs={8}
    style={{ whiteSpace: 'pre-wrap' }}
  >
    {children}
  </Text>
);
