// Chooses the project everything below it is about; a plain button while there is none.
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { useMay, useProjects } from '../session/context.ts';
import { storeProjectId } from '../session/storage.ts';
import { useText } from '../text/useText.ts';
import { useOpened } from '../ui/useOpened.ts';
import classes from './ProjectMenu.module.css';
import { PROJECT_OPENER, useProjectDialog } from './projectDialog.ts';

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

export function ProjectMenu() {
  const t = useText();
  const { projects, project } = useProjects();
  const choose = useChooseProject();
  const openDialog = useProjectDialog();
  const mayMake = useMay('projects');
  const { opened, setOpened, onKeyDown } = useOpened();
  if (!project) {
    if (!mayMake) return null;
    return (
      <UnstyledButton className={classes.target} {...OPENER} onClick={() => openDialog('new')}>
        {t('project.createNew')}
      </UnstyledButton>
    );
  }
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          {...OPENER}
          aria-label={t('project.choose', { name: project.name })}
          onKeyDown={onKeyDown}
        >
          <span className={classes.name}>{project.name}</span>
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.list}>
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
        </div>
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
