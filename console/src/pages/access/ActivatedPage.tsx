// Where the link of the activation mail ends, at `/activate` and `/activated`; `?status=true` is success.
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { Notice } from '../../ui/Notice.tsx';

export default function ActivatedPage() {
  const t = useText();
  const [query] = useSearchParams();
  const done = query.get('status') === 'true';
  const title = t(done ? 'activated.okTitle' : 'activated.failTitle');
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);
  return (
    <main>
      <Notice title={title} text={t(done ? 'activated.okText' : 'activated.failText')}>
        <Button component={Link} to={done ? paths.login : paths.signUp}>
          {t(done ? 'activated.okLink' : 'activated.failLink')}
        </Button>
      </Notice>
    </main>
  );
}
