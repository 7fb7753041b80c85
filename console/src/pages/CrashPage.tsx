// Stands where a page has crashed: the bars stay, and a reload or Home leads on.
import { Button } from '@mantine/core';
import { useText } from '../text/useText.ts';
import { Notice } from '../ui/Notice.tsx';

export function CrashPage() {
  const t = useText();
  return (
    <main id="content" tabIndex={-1}>
      <Notice title={t('crash.title')} text={t('crash.text')}>
        <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
      </Notice>
    </main>
  );
}
