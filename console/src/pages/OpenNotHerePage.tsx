// The same for addresses that are open to all, under the simple bar.
import { HomeButton } from '../components/HomeButton.tsx';
import { useText } from '../text/useText.ts';
import { Notice } from '../ui/Notice.tsx';

export default function OpenNotHerePage() {
  const t = useText();
  return (
    <main>
      <Notice title={t('notHere.title')} text={t('notHere.text')}>
        <HomeButton variant="outline" />
      </Notice>
    </main>
  );
}
