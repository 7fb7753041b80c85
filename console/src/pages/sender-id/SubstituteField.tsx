// Chooses the sender that goes instead of a name where networks block it. A change is saved immediately.
import type { Project, ProjectSender } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { projectQuery } from '../../api/projects.ts';
import { chooseSubstitute } from '../../api/substitutes.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useReadableNumber } from '../../phone.ts';
import { classOfSender } from '../../senderClass.ts';
import { useText } from '../../text/useText.ts';
import classes from './senderId.module.css';
import { substitutesFor } from './senders.ts';

/** The value of the choice that skips recipients: no sender is empty. */
const NONE = '';

export function SubstituteField({ project, sender }: { project: Project; sender: ProjectSender }) {
  const t = useText();
  const readable = useReadableNumber();
  const client = useQueryClient();
  const choices = substitutesFor(sender, project.senders);
  const { run, busy } = useAction({
    call: async (substitute: string | null) => {
      const changed = await chooseSubstitute(project.id, { sender: sender.id, substitute });
      client.setQueryData(projectQuery(project.id).queryKey, changed);
      toastSuccess(t('sender.substituteSaved'));
    },
  });
  if (!may(project.role, 'projects')) return null;
  // The field stays, so that people learn of substitutes before they need one.
  const hasNone = choices.length === 0;
  const lack = t('sender.substituteLack', { class: t(`senderClass.${classOfSender(sender)}`) });
  return (
    <div className={classes.substitute}>
      <Select
        label={t('sender.substitute', { sender: sender.id })}
        description={hasNone ? lack : t('sender.substituteHint')}
        data={[
          { value: NONE, label: t('sender.substituteNone') },
          ...choices.map(({ id }) => ({ value: id, label: readable(id) })),
        ]}
        value={sender.substitute ?? NONE}
        onChange={(chosen) => chosen !== null && run(chosen === NONE ? null : chosen)}
        allowDeselect={false}
        disabled={busy || hasNone}
      />
    </div>
  );
}
