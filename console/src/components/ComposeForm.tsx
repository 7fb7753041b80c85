// The frame of a form that sends: fields in a card at the left, what it comes to and the way on in view at the right.
import { Box, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Card } from '../ui/Card.tsx';
import { Columns } from '../ui/Columns.tsx';

type Props = {
  /** Checks the fields and goes on; false where one of them is at fault. */
  onReview: () => boolean | Promise<boolean>;
  /** What was done last, announced. */
  done: ReactNode;
  side: ReactNode;
  children: ReactNode;
};

export function ComposeForm({ onReview, done, side, children }: Props) {
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await onReview()) return;
    // The fields at fault are marked with the next frame; the first of them gets the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Columns>
        <Box miw={0}>
          <div role="status">
            {done ? (
              <Text mb={16} px={16} py={12} bdrs={8} bg="var(--success-soft)" c="var(--success)">
                {done}
              </Text>
            ) : null}
          </div>
          <Card>
            <Stack gap={24}>{children}</Stack>
          </Card>
        </Box>
        <Box pos={{ base: 'static', md: 'sticky' }} top={24} miw={0}>
          {side}
        </Box>
      </Columns>
    </form>
  );
}

const PAIR = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))', gap: 24 };

/** Two fields beside each other, below each other on a phone. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <Box display="grid" style={PAIR}>
    {children}
  </Box>
);
