// The other names of a sender ID, which texts may have instead of it if a country wants the brand in them.
import type { Project, ProjectSender } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { brandOf, hasBrand, MAX_ALIASES } from '@godwit/contract/rules/brandInText';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { projectQuery } from '../../api/projects.ts';
import { nameOtherwise } from '../../api/substitutes.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './senderId.module.css';

const shown = (names: readonly string[]) => names.join(', ');
const namesIn = (text: string) =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

export function AliasesField({ project, sender }: { project: Project; sender: ProjectSender }) {
  const t = useText();
  const client = useQueryClient();
  const form = useForm({ initialValues: { aliases: shown(sender.aliases) } });
  const { submit, busy } = useSubmit({
    form,
    async call({ aliases }) {
      const changed = await nameOtherwise(project.id, { sender: sender.id, aliases: namesIn(aliases) });
      client.setQueryData(projectQuery(project.id).queryKey, changed);
      const saved = changed.senders.find(({ id }) => id === sender.id)?.aliases ?? [];
      form.setInitialValues({ aliases: shown(saved) });
      form.reset();
      toastSuccess(t('sender.aliasesSaved'));
    },
  });
  if (!may(project.role, 'projects')) return null;
  const own = brandOf([sender.id]);
  // A text that has the owner's name then has the sender ID too.
  const isInOwner = own !== null && hasBrand(own, sender.owner_name ?? sender.id);
  const owner = isInOwner ? 'none' : (sender.owner_name ?? 'none');
  const hint = { sender: sender.id, owner, most: MAX_ALIASES };
  return (
    <form className={classes.aliases} onSubmit={submit} noValidate>
      <TextInput
        label={t('sender.aliases', { sender: sender.id })}
        description={t('sender.aliasesHint', hint)}
        {...form.getInputProps('aliases')}
      />
      {form.isDirty() ? (
        <SubmitButton variant="outline" busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      ) : null}
    </form>
  );
}
