// The same for addresses that are open to all, under the simple bar.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useText } from '../text/useText.ts';
import { Notice } from '../ui/Notice.tsx';

export default function OpenNotHerePage() {
  const t = useText();
  return (
    <main>
      <Notice title={t('notHere.title')} text={t('notHere.text')}>
        <Button variant="outline" component={Link} to={paths.home}>
          {t('page.goHome')}
        </Button>
      </Notice>
    </main>
  );
}
