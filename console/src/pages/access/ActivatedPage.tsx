// Where the link of the activation mail ends, at `/activate` and `/activated`; `?status=true` is success.
import { useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { NoticePage } from './FormCard.tsx';

export default function ActivatedPage() {
  const t = useText();
  const [query] = useSearchParams();
  const done = query.get('status') === 'true';
  return (
    <NoticePage
      title={t(done ? 'activated.okTitle' : 'activated.failTitle')}
      text={t(done ? 'activated.okText' : 'activated.failText')}
      to={done ? paths.login : paths.signUp}
      action={t(done ? 'activated.okLink' : 'activated.failLink')}
    />
  );
}
