// A card with a hairline border and no shadow.
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

/** Set `padded={false}` for cards whose rows or tables extend to the edge. */
export function Card({ padded = true, ...props }: Props) {
  const p = padded ? { base: 16, xs: 24 } : 0;
  return (
    <Box
      component="section"
      p={p}
      miw={0}
      bg="var(--surface)"
      bd="var(--card-edge, 1px solid var(--hairline))"
      bdrs="var(--card-radius, 8px)"
      {...props}
    />
  );
}

/** A card with one skeleton per part, each as high as the part. */
export const LoadingCard = ({ heights, gap }: { heights: readonly number[]; gap?: number }) => (
  <Card>
    <Stack gap={gap ?? 24} aria-busy="true">
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  </Card>
);

export const CardTitle = (props: TitleProps) => <Title order={2} size="h3" {...props} />;
