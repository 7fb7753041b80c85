// The bars of customers' pages: project, navigation, search (Ctrl K; `?` lists the shortcuts) and account.
import { Box, Menu, Text, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { unreadQuery } from '../../api/conversations.ts';
import { paths } from '../../paths.ts';
import {
  PROJECT_OPENER,
  useMay,
  useProfile,
  useProjects,
  useSharedDialog,
  useTeam,
} from '../../session/context.ts';
import { inMode, useChooseProject, useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { useOpened } from '../../ui/useOpened.ts';
import type { Opened, PaletteProps } from '../palette/PaletteDialogs.tsx';
import { toastError } from '../toast/toast.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './Frame.module.css';
import { Bars, isIn, type NavEntry } from './Frame.tsx';
import { ModeSwitch } from './Mode.tsx';
import { Wordmark } from './Wordmark.tsx';

const SEARCH_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

const FIELDS = 'input, textarea, select';

/**
 * Returns the dialog that a key opens. On layouts without Latin letters, the key's position counts. Autofill
 * sends events without a key.
 */
function dialogOf({ key = '', code, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Opened {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const isK = /^k$/i.test(key) || (code === 'KeyK' && key > 'z');
    return isK && !shiftKey ? 'search' : null;
  }
  // If nothing has the focus, the target is the document, which has no `closest`.
  return key === '?' && !(target as Partial<Element>).closest?.(FIELDS) ? 'keys' : null;
}

/**
 * Returns a function that opens the search, and the dialogs to render. They do not open over another dialog.
 */
function usePalette(): { open: () => void; dialogs: ReactNode } {
  const [opened, setOpened] = useState<Opened>(null);
  const [Dialogs, setDialogs] = useState<ComponentType<PaletteProps> | null>(null);

  function open(which: Opened): void {
    setOpened(which);
    if (Dialogs) return;
    const load = () => import('../palette/PaletteDialogs.tsx');
    load()
      .catch(load)
      .then(
        (loaded) => setDialogs(() => loaded.PaletteDialogs),
        (problem) => {
          setOpened(null);
          toastError(problem);
        },
      );
  }

  useWindowEvent('keydown', (event) => {
    const requested = dialogOf(event);
    if (!requested || (!opened && document.querySelector('[aria-modal]'))) return;
    event.preventDefault();
    if (!event.repeat) open(requested === opened ? null : requested);
  });

  return {
    open: () => open('search'),
    dialogs: Dialogs ? <Dialogs opened={opened} onOpen={setOpened} searchKeys={SEARCH_KEYS} /> : null,
  };
}

/** Shown in the bar of wide screens. */
function SearchButton({ onPress }: { onPress: () => void }) {
  const t = useText();
  return (
    <UnstyledButton
      className={classes.project}
      visibleFrom="sm"
      miw={184}
      c="var(--bar-quiet)"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
    >
      {t('palette.open')}
      <Text span fz={12} ml="auto">
        {SEARCH_KEYS}
      </Text>
    </UnstyledButton>
  );
}

export function TopBar() {
  const t = useText();
  const profile = useProfile();
  const team = useTeam();
  const search = usePalette();
  return (
    <Bars
      mark={<Wordmark to={paths.home} />}
      beside={
        <>
          <Box visibleFrom="sm">
            <ProjectMenu />
          </Box>
          <ModeSwitch />
        </>
      }
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

/** Without a project, Logs and Campaigns open the prompt for one, and Settings is hidden. */
function useEntries(): NavEntry[] {
  const t = useText();
  const { project } = useProjects();
  const { pathname } = useLocation();
  const openDialog = useSharedDialog();
  const mayCreate = useMay('projects');
  const unread = useUnread();
  const mode = useMode();
  const entry = (label: string, to: string, areas: string[], needsProject = false): NavEntry => ({
    label,
    to,
    current: areas.some((area) => isIn(pathname, area)),
    onPress: needsProject && !project && mayCreate ? () => openDialog('prompt') : undefined,
  });
  const ofCampaigns = ['/campaigns', '/campaign', '/new-campaign', '/send-sms', '/opt-outs'];
  return [
    { ...entry(t('nav.home'), inMode(paths.home, mode), []), current: pathname === paths.home },
    entry(t('nav.logs'), inMode(paths.logs, mode), ['/logs'], true),
    ...(project
      ? [
          {
            ...entry(t('nav.conversations'), inMode(paths.conversations, mode), [paths.conversations]),
            count: unread,
          },
        ]
      : []),
    entry(t('nav.campaigns'), inMode(paths.campaigns, mode), ofCampaigns, true),
    entry(t('nav.contacts'), paths.contacts, ['/contacts']),
    ...(project ? [entry(t('nav.settings'), paths.settings(project.id), ['/settings', '/sender-id'])] : []),
  ];
}

/** The number of unread threads of the project in the current mode. */
function useUnread(): number | undefined {
  const { project } = useProjects();
  const mode = useMode();
  const unread = useQuery({
    ...unreadQuery({ project_id: project?.id ?? '', mode }),
    enabled: project !== null,
  });
  return unread.data?.threads;
}

function DrawerProjects({ onFollow, onSearch }: { onFollow: () => void; onSearch: () => void }) {
  const t = useText();
  const { projects, project } = useProjects();
  const choose = useChooseProject();
  const openDialog = useSharedDialog();
  const mayCreate = useMay('projects');
  return (
    <>
      <UnstyledButton
        className={classes.drawerItem}
        onClick={() => {
          onFollow();
          // The search returns the focus to this element, because the drawer's button is gone by then.
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
      {mayCreate ? (
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

/** Selects the project. Without projects, it is a button that creates one. */
function ProjectMenu() {
  const t = useText();
  const { projects, project } = useProjects();
  const choose = useChooseProject();
  const openDialog = useSharedDialog();
  const mayCreate = useMay('projects');
  const { opened, setOpened, onKeyDown } = useOpened();
  if (!project) {
    if (!mayCreate) return null;
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
          <Text span inherit truncate title={project.name}>
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
        {mayCreate ? (
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
