// Markup inside a sentence: links, buttons and emphasis.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const linkTo = (to: string) => (text: ReactNode) => (
  <Anchor key="link" component={Link} to={to} inherit>
    {text}
  </Anchor>
);

export const buttonFor = (onClick: () => void) => (text: ReactNode) => (
  <Anchor key="button" component="button" type="button" inherit ta="start" onClick={onClick}>
    {text}
  </Anchor>
);

export const bold = (text: ReactNode) => <strong key="b">{text}</strong>;
