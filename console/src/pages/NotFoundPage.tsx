// An address that leads nowhere, with a way back.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Wordmark } from '../components/Wordmark.tsx';
import { paths } from '../paths.ts';
import { useText } from '../text/useText.ts';
import { Notice } from '../ui/Notice.tsx';
import classes from './NotFoundPage.module.css';

export default function NotFoundPage() {
  const t = useText();
  return (
    <main className={classes.page}>
      <div className={classes.head}>
        <Wordmark to={paths.home} width={46} />
      </div>
      <Notice title={t('notFound.title')} text={t('notFound.text')}>
        <Button component={Link} to={paths.home}>
          {t('page.goHome')}
        </Button>
      </Notice>
    </main>
  );
}
