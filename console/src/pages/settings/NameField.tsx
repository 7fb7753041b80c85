// The project's name, changed in place. Save wakes when something changed.
import { createProjectRequest, type Project } from '@godwit/contract/projects';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { changeProject } from '../../api/projects.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './controls.module.css';
import { useKeepProject } from './shownProject.ts';

export function NameField({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const form = useForm({
    initialValues: { name: project.name },
    validate: schemaResolver(createProjectRequest, { sync: true }),
  });
  const isChanged = form.values.name.trim() !== project.name;
  const { submit, busy } = useSubmit({
    form,
    call: async ({ name }) => {
      if (!isChanged) return;
      const renamed = await changeProject(project.id, { name });
      keep(renamed);
      form.setValues({ name: renamed.name });
      toastSuccess(t('settings.nameSaved'));
    },
  });
  return (
    <form onSubmit={submit} noValidate className={classes.line}>
      <TextInput
        className={classes.wide ?? ''}
        aria-label={t('settings.name')}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {/* Not truly disabled, so that the focus stays on it when there is nothing more to save. */}
      <SubmitButton
        busy={busy}
        busyLabel={t('action.saving')}
        {...(isChanged ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      >
        {t('action.save')}
      </SubmitButton>
    </form>
  );
}
