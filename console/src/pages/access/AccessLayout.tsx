// The full-page frame of login and sign-up: the form on the left, what the service does on the dark right.
import { LANGUAGE_NAMES, LANGUAGES } from '@godwit/contract/languages';
import { Box, Title, UnstyledButton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useChooseLanguage } from '../../components/frame/useChooseLanguage.ts';
import { Wordmark } from '../../components/frame/Wordmark.tsx';
import { paths } from '../../paths.ts';
import { useLanguage } from '../../text/language.ts';
import { useText } from '../../text/useText.ts';
import { Flight } from '../../ui/Mark.tsx';
import classes from './AccessLayout.module.css';

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

/** The languages, each by its own name, at the end of the screens before login. */
function LanguageLine() {
  const t = useText();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets are of forms, and this is sent with none
    <div role="group" className={classes.languages} aria-label={t('language.choose')}>
      {LANGUAGES.map((one) => (
        <UnstyledButton key={one} lang={one} aria-pressed={one === language} onClick={() => choose(one)}>
          {LANGUAGE_NAMES[one]}
        </UnstyledButton>
      ))}
    </div>
  );
}
