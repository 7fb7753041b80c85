// Markup inside a sentence: links, buttons and emphasis.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const linkTo = (to: string) => (words: ReactNode) => (
  <Anchor key="link" component={Link} to={to} inherit>
    {words}
  </Anchor>
);

export const buttonFor = (onClick: () => void) => (words: ReactNode) => (
  <Anchor key="button" component="button" type="button" inherit onClick={onClick}>
    {words}
  </Anchor>
);

export const bold = (words: ReactNode) => <strong key="b">{words}</strong>;
