// The full-page frame of login and sign-up: the form on the left, what the service does on the dark right.
import { type ReactNode, useEffect } from 'react';
import { Wordmark } from '../../components/Wordmark.tsx';
import { paths } from '../../paths.ts';
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
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);
  return (
    <div className={classes.page}>
      <main className={classes.left}>
        <div className={classes.head}>
          <Wordmark to={paths.login} width={46} />
        </div>
        <div className={classes.form} data-long={long}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
      </main>
      <aside className={classes.panel} aria-label={t('features.first')}>
        <div className={classes.inner}>
          <Flight />
          <h2 className={classes.first}>{t('features.first')}</h2>
          <ul className={classes.features}>
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
