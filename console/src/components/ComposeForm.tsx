// The frame of a form that sends: fields in a card at the left, what it comes to and the way on in view at the right.
import { SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Card } from '../ui/Card.tsx';
import classes from './ComposeForm.module.css';

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
    <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.main}>
        <div role="status">{done ? <p className={classes.done}>{done}</p> : null}</div>
        <Card>
          <Stack gap={24}>{children}</Stack>
        </Card>
      </div>
      <div className={classes.side}>{side}</div>
    </form>
  );
}

/** Two fields beside each other, below each other on a phone. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24}>
      {children}
    </SimpleGrid>
  );
}
