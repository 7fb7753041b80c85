// Stands at addresses of the route table whose page is not built yet, so that no link is dead.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../components/Page.tsx';
import { paths } from '../paths.ts';
import { useText } from '../text/useText.ts';
import { EmptyCard } from '../ui/EmptyState.tsx';

export default function NotHerePage() {
  const t = useText();
  const home = (
    <Button variant="outline" component={Link} to={paths.home}>
      {t('page.goHome')}
    </Button>
  );
  return (
    <Page title={t('notHere.title')}>
      <EmptyCard text={t('notHere.text')} action={home} />
    </Page>
  );
}
