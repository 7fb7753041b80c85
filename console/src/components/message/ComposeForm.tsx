// The layout of a form that sends: fields on the left; a summary, the button and a preview on the right.
import type { ContentClass } from '@godwit/contract/contentClass';
import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, Suspense, useRef } from 'react';
import { projectQuery } from '../../api/projects.ts';
import { keepsQuietIn } from '../../classRules.ts';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { Columns } from '../../ui/Section.tsx';
import { lazyPart } from '../lazyPart.ts';
import type { ToolsProps } from '../templates/TemplateTools.tsx';
import type { Previewed } from './PhonePreview.tsx';
import type { QuietNoteProps } from './QuietNote.tsx';

// Loaded separately, so that people can start typing earlier.
const PhonePreview = lazyPart(() => import('./PhonePreview.tsx'), 'PhonePreview');
const Quiet = lazyPart(() => import('./QuietNote.tsx'), 'QuietNote');
const Tools = lazyPart(() => import('../templates/TemplateTools.tsx'), 'TemplateTools');

type Props = {
  /** Validates the fields and opens the review. Returns false if a field is invalid. */
  onReview: () => boolean | Promise<boolean>;
  /** The result of the last action, which screen readers announce. */
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
    // Invalid fields are marked in the next frame; then the first one gets the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Columns>
        <Box miw={0}>
          <div role="status">
            {done ? (
              // Scrolls to the result, because on phones it may be above the visible part of the form.
              <Text
                ref={scrollToNote}
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

const scrollToNote = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'center' });

/** The template buttons below the message. */
export const TemplateTools = (props: ToolsProps) => (
  <Suspense fallback={null}>
    <Tools {...props} />
  </Suspense>
);

/**
 * A note about the countries in which a message would arrive at night, if messages of its class keep quiet
 * hours there.
 */
export function QuietNote({ contentClass, ...props }: QuietNoteProps & { contentClass: ContentClass }) {
  const rules = useQuery(projectQuery(props.project.id)).data?.country_rules;
  const countries = rules ? props.countries.filter((one) => keepsQuietIn(rules, one, contentClass)) : [];
  if (countries.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Quiet {...props} countries={countries} />
    </Suspense>
  );
}

const PAIR = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))', gap: 24 };

/** Two fields side by side, stacked on phones. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <Box display="grid" style={PAIR}>
    {children}
  </Box>
);
