// The dark bar and, below it, the second navigation; on a phone both fold into one drawer.

import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useMay, useProfile, useProjects, useTeam } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import { MainNav } from './MainNav.tsx';
import { ProjectMenu, useChooseProject } from './ProjectMenu.tsx';
import { PROJECT_OPENER, useProjectDialog } from './projectDialog.ts';
import { SkipLink } from './SkipLink.tsx';
import classes from './TopBar.module.css';
import { Wordmark } from './Wordmark.tsx';

export function TopBar() {
  const t = useText();
  const profile = useProfile();
  const team = useTeam();
  const [opened, drawer] = useDisclosure(false);
  return (
    <>
      <SkipLink />
      <header className={classes.bar}>
        <div className={classes.inner}>
          <ActionIcon
            className={classes.burger ?? ''}
            aria-label={t('nav.open')}
            onClick={drawer.open}
            {...{ [PROJECT_OPENER]: true }}
          >
            <IconMenu2 size={22} stroke={1.75} />
          </ActionIcon>
          <Wordmark to={paths.home} />
          <div className={classes.wide}>
            <ProjectMenu />
          </div>
          <div className={classes.end}>
            <Link to={paths.api} className={classes.quiet} data-wide>
              {t('nav.api')}
            </Link>
            <AvatarMenu profile={profile} team={team} />
          </div>
        </div>
      </header>
      <div className={classes.second}>
        <div className={classes.secondInner}>
          <MainNav />
        </div>
      </div>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={304}
        title={t('app.name')}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
      >
        <DrawerContent onFollow={drawer.close} />
      </Drawer>
    </>
  );
}

function DrawerContent({ onFollow }: { onFollow: () => void }) {
  const t = useText();
  const { projects, project } = useProjects();
  const choose = useChooseProject();
  const openDialog = useProjectDialog();
  const mayMake = useMay('projects');
  return (
    <div className={classes.drawer}>
      <MainNav vertical onFollow={onFollow} />
      <Link to={paths.api} className={classes.drawerItem} onClick={onFollow}>
        {t('nav.api')}
      </Link>
      <hr className={classes.rule} />
      {projects.map(({ id, name, archived_at }) => (
        <button
          key={id}
          type="button"
          className={classes.drawerItem}
          aria-current={id === project?.id ? 'true' : undefined}
          onClick={() => {
            choose(id);
            onFollow();
          }}
        >
          {archived_at === null ? name : t('project.archivedName', { name })}
        </button>
      ))}
      {mayMake ? (
        <button
          type="button"
          className={classes.drawerItem}
          onClick={() => {
            onFollow();
            openDialog('new');
          }}
        >
          {t('project.createNew')}
        </button>
      ) : null}
    </div>
  );
}

/** The dark bar alone, while it is not known yet who is signed in. */
export function BareBar() {
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <Wordmark to={paths.home} />
      </div>
    </header>
  );
}
