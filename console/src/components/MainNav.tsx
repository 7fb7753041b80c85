// The second navigation: in a row under the bar, or in the drawer of a phone.
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useMay, useProjects } from '../session/context.ts';
import type { TextId } from '../text/catalogue.ts';
import { useText } from '../text/useText.ts';
import classes from './MainNav.module.css';
import { useProjectDialog } from './projectDialog.ts';

type Entry = { id: TextId; to: string; needsProject?: boolean; areas: string[] };

function entries(projectId: string | null): Entry[] {
  const always: Entry[] = [
    { id: 'nav.home', to: paths.home, areas: ['/home'] },
    { id: 'nav.logs', to: paths.logs, needsProject: true, areas: ['/logs'] },
    {
      id: 'nav.campaigns',
      to: paths.campaigns,
      needsProject: true,
      areas: ['/campaigns', '/campaign', '/new-campaign', '/send-sms', '/opt-outs'],
    },
    { id: 'nav.contacts', to: paths.contacts, areas: ['/contacts'] },
  ];
  if (!projectId) return always;
  return [
    ...always,
    { id: 'nav.settings', to: paths.settings(projectId), areas: ['/settings', '/sender-id'] },
  ];
}

const isIn = (pathname: string, area: string): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);

/** Logs and Campaigns ask whoever may make one for a project first, while there is none; Settings appears with the first. */
export function MainNav({ vertical = false, onFollow }: { vertical?: boolean; onFollow?: () => void }) {
  const t = useText();
  const { project } = useProjects();
  const { pathname } = useLocation();
  const openDialog = useProjectDialog();
  const mayMake = useMay('projects');
  return (
    <nav aria-label={t('nav.main')} className={vertical ? classes.column : classes.row}>
      {entries(project?.id ?? null).map(({ id, to, needsProject, areas }) => {
        const current = areas.some((area) => isIn(pathname, area));
        if (needsProject && !project && mayMake) {
          const ask = () => {
            onFollow?.();
            openDialog('prompt');
          };
          return (
            <button key={id} type="button" className={classes.entry} onClick={ask}>
              {t(id)}
            </button>
          );
        }
        return (
          <Link
            key={id}
            to={to}
            className={classes.entry}
            aria-current={current ? 'page' : undefined}
            onClick={() => onFollow?.()}
          >
            {t(id)}
          </Link>
        );
      })}
    </nav>
  );
}
