// The full-page frame of login and sign-up: the form on the left, the features of the service on the right.
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
  /** Starts the form higher on the page. */
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

/** Selects the language. Each language is listed by its own name. */
function LanguageLine() {
  const t = useText();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets belong to forms, and these buttons do not
    <div role="group" className={classes.languages} aria-label={t('language.choose')}>
      {LANGUAGES.map((code) => (
        <UnstyledButton key={code} lang={code} aria-pressed={code === language} onClick={() => choose(code)}>
          {LANGUAGE_NAMES[code]}
        </UnstyledButton>
      ))}
    </div>
  );
}
