// Replaces a page that crashed or could not load. The bars stay, so the user can reload or open another page.
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../text/useText.ts';
import { Notice } from '../ui/Notice.tsx';

export function CrashPage() {
  const t = useText();
  const [isOffline] = useState(() => !navigator.onLine);
  // Not before: a reload without a connection would leave nothing of the console.
  useWindowEvent('online', () => {
    if (isOffline) location.reload();
  });
  return (
    <main id="content" tabIndex={-1}>
      {isOffline ? (
        <Notice title={t('offline.title')} text={t('offline.text')} />
      ) : (
        <Notice title={t('crash.title')} text={t('crash.text')}>
          <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
        </Notice>
      )}
    </main>
  );
}
