// Says that the identity is not verified, on every signed-in page, until it is.
import { IconShieldExclamation } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useProfile } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import classes from './VerifyBanner.module.css';

export function VerifyBanner() {
  const t = useText();
  const { id_verified } = useProfile();
  if (id_verified) return null;
  return (
    <aside className={classes.banner} aria-label={t('banner.title')}>
      <IconShieldExclamation size={20} stroke={1.75} className={classes.icon ?? ''} aria-hidden="true" />
      <div>
        <p className={classes.title}>{t('banner.title')}</p>
        <p className={classes.text}>
          {t.rich('banner.text', {
            link: (words) => (
              <Link key="link" to={paths.verify}>
                {words}
              </Link>
            ),
          })}
        </p>
      </div>
    </aside>
  );
}
