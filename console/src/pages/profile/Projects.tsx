// The projects one is in, and as what.
import type { ProjectSummary } from '@godwit/contract/projects';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { CopyId } from '../../components/CopyId.tsx';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { PagedTable } from './PagedTable.tsx';

export function Projects() {
  const t = useText();
  const { projects } = useProjects();
  const columns: Column<ProjectSummary>[] = [
    {
      id: 'name',
      head: t('profile.projectName'),
      width: '32%',
      cell: ({ id, name, archived_at }) => (
        <Anchor component={Link} to={paths.settings(id)} underline="hover">
          {archived_at === null ? name : t('project.archivedName', { name })}
        </Anchor>
      ),
    },
    { id: 'role', head: t('profile.projectRole'), width: '16%', cell: ({ role }) => t(`role.${role}`) },
    { id: 'timezone', head: t('profile.projectTimezone'), width: '24%', cell: ({ timezone }) => timezone },
    {
      id: 'id',
      head: t('profile.projectId'),
      cell: ({ id }) => <CopyId id={id} label={t('profile.copyProjectId')} row />,
    },
  ];
  return (
    <Section title={t('profile.projects')}>
      <PagedTable
        label={t('profile.projects')}
        param="projects_page"
        columns={columns}
        rows={projects}
        rowKey={({ id }) => id}
        empty={t('profile.noProjects')}
      />
    </Section>
  );
}
