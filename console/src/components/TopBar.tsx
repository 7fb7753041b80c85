// The bars of the customers' pages: their project, their navigation, their account.
import { Box, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import {
  PROJECT_OPENER,
  useMay,
  useProfile,
  useProjects,
  useSharedDialog,
  useTeam,
} from '../session/context.ts';
import { storeProjectId } from '../session/storage.ts';
import { useText } from '../text/useText.ts';
import { useOpened } from '../ui/useOpened.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './Frame.module.css';
import { Bars, isIn, type NavEntry } from './Frame.tsx';
import { SearchButton, usePalette } from './usePalette.tsx';
import { Wordmark } from './Wordmark.tsx';

export function TopBar() {
  const t = useText();
  const profile = useProfile();
  const team = useTeam();
  const search = usePalette();
  return (
    <Bars
      mark={<Wordmark to={paths.home} />}
      beside={<ProjectMenu />}
      entries={useEntries()}
      end={
        <>
          {search.dialogs}
          <SearchButton onPress={search.open} />
          <Box component={Link} to={paths.api} className={classes.quiet ?? ''} visibleFrom="sm">
            {t('nav.api')}
          </Box>
          <AvatarMenu profile={profile} team={team} />
        </>
      }
      drawerTitle={t('app.name')}
      drawerMore={(close) => <DrawerProjects onFollow={close} onSearch={search.open} />}
    />
  );
}

/** Logs and Campaigns ask those who may make a project for one first, while there is none; Settings appears with the first. */
function useEntries(): NavEntry[] {
  const t = useText();
  const { project } = useProjects();
  const { pathname } = useLocation();
  const openDialog = useSharedDialog();
  const mayMake = useMay('projects');
  const entry = (label: string, to: string, areas: string[], needsProject = false): NavEntry => ({
    label,
    to,
    current: areas.some((area) => isIn(pathname, area)),
    onPress: needsProject && !project && mayMake ? () => openDialog('prompt') : undefined,
  });
  const ofCampaigns = ['/campaigns', '/campaign', '/new-campaign', '/send-sms', '/opt-outs'];
  return [
    entry(t('nav.home'), paths.home, ['/home']),
    entry(t('nav.logs'), paths.logs, ['/logs'], true),
    entry(t('nav.campaigns'), paths.campaigns, ofCampaigns, true),
    entry(t('nav.contacts'), paths.contacts, ['/contacts']),
    ...(project ? [entry(t('nav.settings'), paths.settings(project.id), ['/settings', '/sender-id'])] : []),
  ];
}

function DrawerProjects({ onFollow, onSearch }: { onFollow: () => void; onSearch: () => void }) {
  const t = useText();
  const { projects, project } = useProjects();
  const choose = useChooseProject();
  const openDialog = useSharedDialog();
  const mayMake = useMay('projects');
  return (
    <>
      <UnstyledButton
        className={classes.drawerItem}
        onClick={() => {
          onFollow();
          // Here the focus comes back to, as this button is gone by then.
          document.querySelector<HTMLElement>(`[${PROJECT_OPENER}]`)?.focus();
          onSearch();
        }}
      >
        {t('palette.open')}
      </UnstyledButton>
      <UnstyledButton component={Link} to={paths.api} className={classes.drawerItem}>
        {t('nav.api')}
      </UnstyledButton>
      <hr className={classes.rule} />
      {projects.map(({ id, name, archived_at }) => (
        <UnstyledButton
          key={id}
          className={classes.drawerItem}
          aria-current={id === project?.id ? 'true' : undefined}
          onClick={() => {
            choose(id);
            onFollow();
          }}
        >
          {archived_at === null ? name : t('project.archivedName', { name })}
        </UnstyledButton>
      ))}
      {mayMake ? (
        <UnstyledButton
          className={classes.drawerItem}
          onClick={() => {
            onFollow();
            openDialog('new');
          }}
        >
          {t('project.createNew')}
        </UnstyledButton>
      ) : null}
    </>
  );
}

const OPENER = { [PROJECT_OPENER]: true };

/** Choosing a project: on a settings page it leads to the same settings of that project, elsewhere the page starts anew with it. */
export function useChooseProject(): (id: string) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (id) => {
    storeProjectId(id);
    const [, area, , part] = pathname.split('/');
    if (area === 'settings') navigate(paths.settings(id, part));
  };
}

/** Chooses the project everything below it is about; a plain button while there is none. */
function ProjectMenu() {
  const t = useText();
  const { projects, project } = useProjects();
  const choose = useChooseProject();
  const openDialog = useSharedDialog();
  const mayMake = useMay('projects');
  const { opened, setOpened, onKeyDown } = useOpened();
  if (!project) {
    if (!mayMake) return null;
    return (
      <UnstyledButton className={classes.project} {...OPENER} onClick={() => openDialog('new')}>
        {t('project.createNew')}
      </UnstyledButton>
    );
  }
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton
          className={classes.project}
          {...OPENER}
          aria-label={t('project.choose', { name: project.name })}
          onKeyDown={onKeyDown}
        >
          <Text span inherit truncate>
            {project.name}
          </Text>
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box mah={320} style={{ overflowY: 'auto' }}>
          {projects.map(({ id, name, archived_at }) => (
            <Menu.Item
              key={id}
              onClick={() => choose(id)}
              aria-current={id === project.id ? 'true' : undefined}
              rightSection={id === project.id ? <IconCheck size={16} aria-hidden="true" /> : null}
            >
              {archived_at === null ? name : t('project.archivedName', { name })}
            </Menu.Item>
          ))}
        </Box>
        {mayMake ? (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => openDialog('new')}
            >
              {t('project.createNew')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
