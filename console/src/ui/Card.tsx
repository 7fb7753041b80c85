// A white card with a hairline and no shadow.
import {
  Box,
  type BoxProps,
  type ElementProps,
  Skeleton,
  Stack,
  Title,
  type TitleProps,
} from '@mantine/core';

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

/** While what stands in the card loads: a bar for each part, as high as that. */
export const LoadingCard = ({ heights, gap }: { heights: readonly number[]; gap?: number }) => (
  <Card>
    <Stack gap={gap ?? 24} aria-busy="true">
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay where they are
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  </Card>
);

export const CardTitle = (props: TitleProps) => <Title order={2} size="h3" {...props} />;
