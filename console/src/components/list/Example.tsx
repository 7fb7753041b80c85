// An example of the real thing on an empty page, and the words below it. The example is for the eye only: the
// words say what it is.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../text/useText.ts';
import classes from './List.module.css';

/** The person of all examples. */
export const EXAMPLE_PERSON = { name: 'Kamala Perera', number: '+94 77 412 8830' };

export function Example({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div className={classes.example} aria-hidden="true">
      <p>{t('list.example')}</p>
      <div>{children}</div>
    </div>
  );
}

/** A heading of an empty page, and a sentence on the next step. */
export const EmptyWords = ({ text, hint }: { text: string; hint: string }) => (
  <>
    <Text component="strong" display="block" size="lg" fw={600} c="var(--text)" mb={4}>
      {text}
    </Text>
    {hint}
  </>
);
