// The progress of a message, a campaign or a file through its steps, as the dotted path of a bird.
import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from './Mark.tsx';

export type PathStep = {
  name: string;
  value: ReactNode;
  /** The fraction of all that has reached this step, from 0 to 1. */
  share: number;
  /** The colour of a step that ended without success. The default is the primary colour. */
  tone?: 'danger' | 'muted';
};

const DOTS_PER_LEG = 16;
const HEIGHT = 56;
const [LOW, RISE] = [48, 28];

/** The height of the path at a fraction of its length. It is steep at first, like a bird taking off. */
const heightAt = (at: number): number => LOW - RISE * (1 - (1 - at) ** 1.8);

type Props = {
  /** Everything starts at the first step. */
  steps: readonly PathStep[];
  /** The name of the list of steps for screen readers. */
  label: string;
};

const colorOf = ({ tone }: PathStep): string => `var(--${tone ?? 'primary'})`;

export function FlightPath({ steps, label }: Props) {
  const legs = steps.slice(1);
  const most = legs.length * DOTS_PER_LEG;
  // The average progress of all.
  const front = legs.reduce((sum, { share }) => sum + share, 0) / legs.length;
  const dots = Array.from({ length: most }, (_, i) => (i + 1) / most);
  // The colour of the leg at a fraction of the path.
  const colorAt = (at: number) => colorOf(legs[Math.max(0, Math.ceil(at * legs.length) - 1)]!);
  return (
    <div>
      <Box pos="relative" mx={14} mt={20} h={HEIGHT} aria-hidden="true">
        <svg aria-hidden="true" width="100%" height={HEIGHT} overflow="visible">
          <circle cx="0" cy={LOW} r={4} fill="var(--primary)" />
          {dots.map((at, i) => (
            <circle
              key={at}
              className="moves"
              cx={`${at * 100}%`}
              cy={heightAt(at)}
              r={(i + 1) % DOTS_PER_LEG === 0 ? 4 : 1.5}
              fill={at <= front ? colorAt(at) : 'var(--line)'}
            />
          ))}
        </svg>
        <Box
          className="moves"
          pos="absolute"
          left={`${front * 100}%`}
          top={heightAt(front) - 24}
          c={colorAt(front)}
          style={{ transform: 'translateX(-50%)' }}
        >
          <Mark width={28} />
        </Box>
      </Box>
      <Flex component="ol" p={0} gap="4px 6px" wrap="wrap" style={{ listStyle: 'none' }} aria-label={label}>
        {steps.map(({ name, value, tone }, i) => (
          <Box
            component="li"
            key={name}
            // By content: in Tamil, equal parts of a phone are narrower than the words.
            flex="1 1 auto"
            ta={i === 0 ? 'left' : i === legs.length ? 'right' : 'center'}
          >
            <Text
              span
              inherit
              display="block"
              fz={{ base: 12, xs: 13 }}
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
