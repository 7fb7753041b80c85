// Parts of a whole as one bar, with their names and shares below it.
import { Box, Flex, Group, Text } from '@mantine/core';

export type Share = {
  name: string;
  /** From 0 to 1. */
  share: number;
};

/** The number of parts with a name of their own. */
const NAMED = 5;
/** The strength of the colour of each part, from the largest on. The last is that of the others. */
const STRENGTHS = ['100%', '76%', '56%', '40%', '26%', '14%'];
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const colorOf = (index: number) => `color-mix(in srgb, var(--primary) ${STRENGTHS[index]}, var(--surface))`;

/** Returns the five largest shares, and the rest of the whole as one part. `shares` has the largest first. */
export function namedShares(shares: readonly Share[], others: string): Share[] {
  const named = shares.slice(0, NAMED);
  if (shares.length <= NAMED) return named;
  return [...named, { name: others, share: 1 - named.reduce((sum, { share }) => sum + share, 0) }];
}

type Props = {
  /** The largest first. */
  shares: readonly Share[];
  /** The name of the part that all shares without a name of their own become. */
  others: string;
};

/** The bar alone. A list beside it names its parts with `ShareMark`. */
export function ShareBar({ shares, others }: Props) {
  return (
    <Flex gap={2} h={16} bdrs={4} style={{ overflow: 'hidden' }} aria-hidden="true">
      {namedShares(shares, others).map(({ name, share }, index) => (
        <Box key={name} miw={2} style={{ flex: share, background: colorOf(index) }} />
      ))}
    </Flex>
  );
}

/** The colour in the bar of the share at this index. */
export const ShareMark = ({ index }: { index: number }) => (
  <Box
    component="span"
    display="inline-block"
    w={12}
    h={12}
    bdrs={4}
    bd="1px solid var(--edge)"
    bg={colorOf(Math.min(index, NAMED))}
    style={{ flex: 'none' }}
    aria-hidden="true"
  />
);

export function Shares(props: Props) {
  return (
    <>
      <ShareBar {...props} />
      <Flex component="ul" wrap="wrap" gap="4px 24px" mt={12}>
        {namedShares(props.shares, props.others).map(({ name, share }, index) => (
          <Group component="li" key={name} gap={8} wrap="nowrap">
            <ShareMark index={index} />
            <Text span>
              <Text span inherit c="dimmed">
                {name}
              </Text>{' '}
              {PERCENT.format(share)}
            </Text>
          </Group>
        ))}
      </Flex>
    </>
  );
}
