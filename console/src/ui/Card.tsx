// A white card with a hairline and no shadow.
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** `padded={false}` for cards that hold rows or tables up to their edge. */
export function Card({ padded = true, children }: { padded?: boolean; children: ReactNode }) {
  const p = padded ? { base: 16, xs: 24 } : 0;
  return (
    <Box component="section" p={p} miw={0} bg="var(--surface)" bd="1px solid var(--hairline)" bdrs={8}>
      {children}
    </Box>
  );
}
