// Says on pages of an archived project that it sends nothing any more.
import { IconArchive } from '@tabler/icons-react';
import { useProjects } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import classes from './VerifyBanner.module.css';

export function ArchivedBanner() {
  const t = useText();
  const { project } = useProjects();
  if (!project?.archived_at) return null;
  return (
    <aside className={classes.banner} aria-label={t('archived.title')}>
      <IconArchive size={20} stroke={1.75} className={classes.icon ?? ''} aria-hidden="true" />
      <div>
        <p className={classes.title}>{t('archived.title')}</p>
        <p className={classes.text}>{t('archived.text')}</p>
      </div>
    </aside>
  );
}
