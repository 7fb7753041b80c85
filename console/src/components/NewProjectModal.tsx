// Makes a project: 'New Project' when asked for, 'Create a Project' as a prompt where a page needs one.
import { createProjectRequest } from '@godwit/contract/projects';
import { Modal, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, waitWords } from '../api/errors.ts';
import { createProject, projectsQuery } from '../api/projects.ts';
import { useText } from '../text/useText.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { DialogActions } from './DialogActions.tsx';
import classes from './NewProjectModal.module.css';
import { useChooseProject } from './ProjectMenu.tsx';
import { PROJECT_OPENER } from './projectDialog.ts';
import { toastError, toastSuccess } from './toast.ts';
import { useSubmit } from './useSubmit.ts';

/** The dialog closes a moment after the success, as the specification has it. */
const CLOSE_AFTER_MS = 100;

/** What opened the dialog may be gone by then: a menu's item, or the button that the first project replaces. */
function focusOpener(): void {
  if (document.activeElement !== document.body) return;
  for (const opener of document.querySelectorAll<HTMLElement>(`[${PROJECT_OPENER}]`)) opener.focus();
}

type Props = { variant: 'new' | 'prompt'; opened: boolean; onClose: () => void };

export function NewProjectModal({ variant, opened, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(variant === 'new' ? 'project.newTitle' : 'project.promptTitle')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      onExitTransitionEnd={focusOpener}
    >
      {variant === 'prompt' ? <p className={classes.prompt}>{t('project.prompt')}</p> : null}
      <ProjectForm variant={variant} onClose={onClose} />
    </Modal>
  );
}

function ProjectForm({ variant, onClose }: { variant: 'new' | 'prompt'; onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const choose = useChooseProject();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: schemaResolver(createProjectRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      const project = await createProject(values);
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
      choose(project.id);
      toastSuccess(t('project.created'));
      await new Promise((resolve) => setTimeout(resolve, CLOSE_AFTER_MS));
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields.name) return false;
      toastError(waitWords(error) ?? t('error.somethingWrong'));
      return true;
    },
    once: true,
  });
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t('project.name')}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('project.creating')}>
          {t(variant === 'new' ? 'project.create' : 'project.createPrompt')}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
