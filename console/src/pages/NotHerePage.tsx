// Stands at addresses of the route table whose page is not built yet, so that no link is dead.
import { HomeButton } from '../components/HomeButton.tsx';
import { Page } from '../components/Page.tsx';
import { useText } from '../text/useText.ts';
import { EmptyCard } from '../ui/EmptyState.tsx';

export default function NotHerePage() {
  const t = useText();
  return (
    <Page title={t('notHere.title')}>
      <EmptyCard text={t('notHere.text')} action={<HomeButton variant="outline" />} />
    </Page>
  );
}
