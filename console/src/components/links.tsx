// Links that several pages have: inside a sentence, and the way home.
import { Anchor, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useText } from '../text/useText.ts';

/** The words of a text between <link> and </link>, leading somewhere: `t.rich('send.tooDear', { link: linkTo(paths.billing) })`. */
export const linkTo = (to: string) => (words: ReactNode) => (
  <Anchor key="link" component={Link} to={to} inherit>
    {words}
  </Anchor>
);

export function HomeButton(props: ButtonProps) {
  const t = useText();
  return (
    <Button component={Link} to={paths.home} {...props}>
      {t('page.goHome')}
    </Button>
  );
}
