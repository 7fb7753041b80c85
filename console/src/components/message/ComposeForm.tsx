// The frame of a form that sends: fields in a card at the left; at the right what it comes to and the way on
// in view, and how it will look.
import { Box, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, Suspense, useRef } from 'react';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { Columns } from '../../ui/Section.tsx';
import { lazyPart } from '../lazyPart.ts';
import type { ToolsProps } from '../templates/TemplateTools.tsx';
import type { Previewed } from './PhonePreview.tsx';
import type { QuietNoteProps } from './QuietNote.tsx';

// Typing waits for none of these.
const PhonePreview = lazyPart(() => import('./PhonePreview.tsx'), 'PhonePreview');
const Quiet = lazyPart(() => import('./QuietNote.tsx'), 'QuietNote');
const Tools = lazyPart(() => import('../templates/TemplateTools.tsx'), 'TemplateTools');

type Props = {
  /** Checks the fields and goes on; false where one of them is at fault. */
  onReview: () => boolean | Promise<boolean>;
  /** The last action, announced. */
  done: ReactNode;
  side: ReactNode;
  preview: Previewed;
  children: ReactNode;
};

export function ComposeForm({ onReview, done, side, preview, children }: Props) {
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
              // The form is long on a phone, and this stands above it.
              <Text
                ref={intoSight}
                mb={16}
                px={16}
                py={12}
                bdrs={8}
                bg="var(--success-soft)"
                c="var(--success)"
              >
                {done}
              </Text>
            ) : null}
          </div>
          <Card>
            <Stack gap={24}>{children}</Stack>
          </Card>
        </Box>
        <Stack pos={{ base: 'static', md: 'sticky' }} top={24} gap="var(--gap)" miw={0}>
          {side}
          <Suspense fallback={<LoadingCard heights={[28, 160]} />}>
            <PhonePreview {...preview} />
          </Suspense>
        </Stack>
      </Columns>
    </form>
  );
}

const intoSight = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'center' });

/** For the field of the message: what can be done with templates. */
export const TemplateTools = (props: ToolsProps) => (
  <Suspense fallback={null}>
    <Tools {...props} />
  </Suspense>
);

/** For a promotional message: the countries in which it would arrive at night. */
export const QuietNote = (props: QuietNoteProps) => (
  <Suspense fallback={null}>
    <Quiet {...props} />
  </Suspense>
);

const PAIR = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))', gap: 24 };

/** Two fields beside each other, below each other on a phone. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <Box display="grid" style={PAIR}>
    {children}
  </Box>
);
