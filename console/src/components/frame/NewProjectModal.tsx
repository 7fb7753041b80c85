// Creates a project: 'New Project', or 'Create a Project' if a page needs one. Loads when it is first opened.
import { createProjectRequest } from '@godwit/contract/projectName';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { createProject, projectsQuery } from '../../api/projects.ts';
import { paths } from '../../paths.ts';
import { FIRST_MESSAGE, PROJECT_OPENER, type ProjectDialog, useProjects } from '../../session/context.ts';
import { inMode, useChooseProject } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { Dialog, DialogForm, type Opening } from '../dialog/Dialog.tsx';
import { useSchemaForm } from '../form/useSubmit.ts';
import { toastSuccess } from '../toast/toast.ts';

/** The specification has the dialog close shortly after the success. */
const CLOSE_AFTER_MS = 100;

/**
 * Focuses the dialog's opener. The element that had the focus may be gone: a menu item, or the button that
 * the first project replaces.
 */
function focusOpener(): void {
  if (document.activeElement !== document.body) return;
  for (const opener of document.querySelectorAll<HTMLElement>(`[${PROJECT_OPENER}]`)) opener.focus();
}

type Props = Opening & { variant: ProjectDialog };

export function NewProjectModal({ variant, opened, onClose }: Props) {
  const t = useText();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExited={focusOpener}
      title={t(variant === 'new' ? 'project.newTitle' : 'project.promptTitle')}
    >
      <ProjectForm variant={variant} onClose={onClose} />
    </Dialog>
  );
}

function ProjectForm({ variant, onClose }: Omit<Props, 'opened'>) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const choose = useChooseProject();
  const isFirst = useProjects().project === null;
  const { form, ...sending } = useSchemaForm({
    schema: createProjectRequest,
    initialValues: { name: '' },
    call: async (values) => {
      const project = await createProject(values);
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
      choose(project.id);
      toastSuccess(t('project.created'));
      // The first project leads to a first message. It is sent in TEST, because its number belongs to the
      // simulator.
      if (isFirst) await navigate(inMode(paths.sendSms, 'TEST'), { state: FIRST_MESSAGE });
      await new Promise((resolve) => setTimeout(resolve, CLOSE_AFTER_MS));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      {...(variant === 'prompt' ? { text: t('project.prompt') } : {})}
      action={t(variant === 'new' ? 'project.create' : 'project.createPrompt')}
      busyLabel={t('action.creating')}
      onCancel={onClose}
    >
      <TextInput
        label={t('project.name')}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}
