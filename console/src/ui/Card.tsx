// A white card with a hairline and no shadow.
import { Box, type BoxProps, type ElementProps } from '@mantine/core';

type Props = BoxProps & ElementProps<'section', keyof BoxProps> & { padded?: boolean };

/** `padded={false}` for cards that hold rows or tables up to their edge. */
export function Card({ padded = true, ...props }: Props) {
  const p = padded ? { base: 16, xs: 24 } : 0;
  return (
    <Box
      component="section"
      p={p}
      miw={0}
      bg="var(--surface)"
      bd="1px solid var(--hairline)"
      bdrs={8}
      {...props}
    />
  );
}
