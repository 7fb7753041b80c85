// The words of a text between <link> and </link>, leading somewhere: `t.rich('send.tooDear', { link: linkTo(paths.billing) })`.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const linkTo = (to: string) => (words: ReactNode) => (
  <Anchor key="link" component={Link} to={to} inherit>
    {words}
  </Anchor>
);
