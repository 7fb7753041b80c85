// What a page is about, and what helps with it at its right; below it where there is no room.
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Columns.module.css';

/** @param side width of the right one, in pixels; what stands below each other in one has `--gap` between it */
export const Columns = ({ side = 360, children }: { side?: number; children: ReactNode }) => (
  <Box className={classes.columns ?? ''} style={{ '--side': `${side}px` }}>
    {children}
  </Box>
);
