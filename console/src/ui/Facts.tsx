// Facts of a detail page in columns: each name above its value.
import { Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** `even` makes as many columns of equal width as fit. */
export function Facts({ even = false, children }: { even?: boolean; children: ReactNode }) {
  return (
    <div className={classes.box}>
      <dl className={classes.facts} data-even={even || undefined}>
        {children}
      </dl>
    </div>
  );
}

/** `whole` fills a whole line, `wide` two columns. */
type FactProps = { name: string; whole?: boolean; wide?: boolean; children: ReactNode };

export function Fact({ name, whole, wide, children }: FactProps) {
  return (
    <div data-whole={whole || undefined} data-wide={wide || undefined}>
      <Text component="dt" fz={13} c="dimmed">
        {name}
      </Text>
      <Flex component="dd" align="center" mih={24} m="2px 0 0" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Flex>
    </div>
  );
}

/** Text written by people, with its line breaks and direction. */
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
