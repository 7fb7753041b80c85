// The way of a message, of a campaign or of a file as the bird's dotted path: through its stations from left
// to right, coloured as far as it has come.
import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from './Mark.tsx';

export type Station = {
  name: string;
  value: ReactNode;
  /** How many of all have come here, from 0 to 1. */
  share: number;
  /** The colour of a step at which the path ended without success. The default is the primary colour. */
  tone?: 'danger' | 'muted';
};

const DOTS_OF_A_LEG = 16;
const HEIGHT = 56;
const [LOW, RISE] = [48, 28];

/** Steep at first, as the bird leaves the ground. `at`: from 0 to 1. */
const heightAt = (at: number): number => LOW - RISE * (1 - (1 - at) ** 1.8);

type Props = {
  /** All begin at the first. */
  stations: readonly Station[];
  /** Names the stations for screen readers. */
  label: string;
};

const colorOf = ({ tone }: Station): string => `var(--${tone ?? 'primary'})`;

export function FlightPath({ stations, label }: Props) {
  const legs = stations.slice(1);
  const most = legs.length * DOTS_OF_A_LEG;
  // As far as the messages have come on average.
  const front = legs.reduce((sum, { share }) => sum + share, 0) / legs.length;
  const dots = Array.from({ length: most }, (_, i) => (i + 1) / most);
  // Of the leg in which a dot or the bird is.
  const colorAt = (at: number) => colorOf(legs[Math.max(0, Math.ceil(at * legs.length) - 1)]!);
  return (
    <div>
      <Box pos="relative" mx={14} mt={20} h={HEIGHT} aria-hidden="true">
        <svg aria-hidden="true" width="100%" height={HEIGHT} overflow="visible">
          <circle cx="0" cy={LOW} r={4} fill="var(--primary)" />
          {dots.map((at, i) => (
            <circle
              key={at}
              cx={`${at * 100}%`}
              cy={heightAt(at)}
              r={(i + 1) % DOTS_OF_A_LEG === 0 ? 4 : 1.5}
              fill={at <= front ? colorAt(at) : 'var(--line)'}
            />
          ))}
        </svg>
        <Box
          pos="absolute"
          left={`${front * 100}%`}
          top={heightAt(front) - 24}
          c={colorAt(front)}
          style={{ transform: 'translateX(-50%)' }}
        >
          <Mark width={28} />
        </Box>
      </Box>
      <Flex component="ol" p={0} style={{ listStyle: 'none' }} aria-label={label}>
        {stations.map(({ name, value, tone }, i) => (
          <Box
            component="li"
            key={name}
            flex={1}
            ta={i === 0 ? 'left' : i === legs.length ? 'right' : 'center'}
          >
            <Text
              span
              inherit
              display={{ base: 'block', xs: 'inline' }}
              fz={13}
              c={tone === 'danger' ? 'var(--danger)' : 'dimmed'}
            >
              {name}
            </Text>{' '}
            <Text span inherit fw={600}>
              {value}
            </Text>
          </Box>
        ))}
      </Flex>
    </div>
  );
}
