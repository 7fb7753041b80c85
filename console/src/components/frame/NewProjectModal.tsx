// Makes a project: 'New Project' when asked for, 'Create a Project' as a prompt where a page needs one.
// Loaded when it is first asked for.
import { createProjectRequest } from '@godwit/contract/projects';
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

/** The dialog closes a moment after the success, as the specification has it. */
const CLOSE_AFTER_MS = 100;

/**
 * Focuses the opener of the dialog, which may be gone by then: a menu's item, or the button that the first
 * project replaces.
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
      // A first message comes before all else; in TEST, whatever was chosen, as its number is the
      // simulator's.
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
