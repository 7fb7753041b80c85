// The menu of projects in the bar.
import { Box, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { PROJECT_OPENER, useMay, useProjects, useSharedDialog } from '../../session/context.ts';
import { useChooseProject } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { useOpened } from '../../ui/useOpened.ts';
import classes from './Frame.module.css';

const OPENER = { [PROJECT_OPENER]: true };

/** Selects the project. Without projects, it is a button that creates one. */
export function ProjectMenu() {
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
        <Text span inherit truncate title={t('project.createNew')}>
          {t('project.createNew')}
        </Text>
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
          <IconChevronDown size={16} aria-hidden="true" />
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
