// A page of several sections with a menu at the side, or above them on narrow screens.
import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './SectionMenu.module.css';

type Props = {
  label: string;
  /** The address and the name of each section. */
  parts: readonly (readonly [to: string, name: string])[];
  children: ReactNode;
};

export function SectionMenu({ label, parts, children }: Props) {
  return (
    <Flex direction={{ base: 'column', md: 'row' }} align={{ md: 'flex-start' }} gap={{ base: 16, md: 40 }}>
      <nav className={classes.menu} aria-label={label}>
        {parts.map(([to, name]) => (
          // A section is also current on the pages below it, unless these are sections too.
          <NavLink key={to} to={to} end={parts.some(([other]) => other.startsWith(`${to}/`))}>
            {name}
          </NavLink>
        ))}
      </nav>
      <Box flex={{ md: 1 }} miw={0}>
        {children}
      </Box>
    </Flex>
  );
}
