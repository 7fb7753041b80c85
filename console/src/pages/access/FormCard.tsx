// A short form under the simple top bar: way back, title, a card with the rest.
import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './access.module.css';

type Props = {
  title: string;
  /** Where 'Back' leads. */
  back?: string;
  children: ReactNode;
};

export function FormCard({ title, back, children }: Props) {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);
  return (
    <main className={classes.card}>
      {back ? (
        <Anchor component={Link} to={back} underline="hover" className={classes.cardBack ?? ''}>
          <IconArrowLeft size={16} stroke={2} aria-hidden="true" />
          {t('action.back')}
        </Anchor>
      ) : null}
      <h1 className={classes.cardTitle}>{title}</h1>
      <Card>{children}</Card>
    </main>
  );
}
