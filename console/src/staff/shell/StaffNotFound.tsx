// An address below /staff that leads nowhere.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';
import { Notice } from '../../ui/Notice.tsx';

export function StaffNotFound() {
  const t = useText();
  return (
    <main id="content" tabIndex={-1}>
      <Notice title={t('notFound.title')} text={t('notFound.text')}>
        <Button component={Link} to="/staff">
          {t('staff.goToStart')}
        </Button>
      </Notice>
    </main>
  );
}
