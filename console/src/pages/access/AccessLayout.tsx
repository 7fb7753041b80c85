// The full-page frame of login and sign-up: the form on the left, what the service does on the dark right.
import { Box, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Wordmark } from '../../components/Wordmark.tsx';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { Flight } from '../../ui/Mark.tsx';
import classes from './AccessLayout.module.css';
import { LanguageLine } from './LanguageLine.tsx';

type Props = {
  title: string;
  /** A long form starts higher. */
  long?: boolean;
  children: ReactNode;
};

export function AccessLayout({ title, long, children }: Props) {
  const t = useText();
  useDocumentTitle(`${title} · Godwit`);
  return (
    <div className={classes.page}>
      <main className={classes.left}>
        <Box c="var(--primary)" style={{ '--wordmark': 'var(--text)' }}>
          <Wordmark to={paths.login} width={46} />
        </Box>
        <div className={classes.form} data-long={long}>
          <Title mb={32}>{title}</Title>
          {children}
          <LanguageLine />
        </div>
      </main>
      <aside className={classes.panel} aria-label={t('features.first')}>
        <div className={classes.inner}>
          <Flight />
          <h2>{t('features.first')}</h2>
          <ul>
            <li>{t('action.sendSms')}</li>
            <li>{t('features.contacts')}</li>
            <li>{t('features.campaigns')}</li>
            <li>{t('features.verification')}</li>
          </ul>
        </div>
      </aside>
    </div>
  );
}
