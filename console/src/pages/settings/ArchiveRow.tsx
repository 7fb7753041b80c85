// Archiving a project, which ends its sending and keeps what there is, and bringing it back.
import type { Project } from '@godwit/contract/projects';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { archiveProject, restoreProject } from '../../api/projects.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { SettingNote, SettingRow } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useKeepProject } from './shownProject.ts';

export function ArchiveRow({ project }: { project: Project }) {
  const t = useText();
  const { archived_at: archivedAt } = project;
  return (
    <SettingRow label={t('settings.archive')} hint={t('settings.archiveHint')}>
      {archivedAt === null ? (
        <Archive project={project} />
      ) : (
        <>
          <Restore project={project} />
          <SettingNote>{t('settings.archivedSince', { when: formatInstant(archivedAt) })}</SettingNote>
        </>
      )}
    </SettingRow>
  );
}

function Archive({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const [asking, question] = useDisclosure(false);

  async function archive(): Promise<void> {
    keep(await archiveProject(project.id));
    toastSuccess(t('settings.archived'));
  }

  return (
    <>
      <Button variant="outline" color="red" onClick={question.open}>
        {t('settings.archiveAction')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={question.close}
        title={t('settings.archiveAction')}
        action={t('settings.archive')}
        busyLabel={t('settings.archiving')}
        call={archive}
      >
        <p>{t('settings.archiveText', { project: project.name })}</p>
        <p>{t('settings.archiveNext')}</p>
      </ConfirmDialog>
    </>
  );
}

function Restore({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const [busy, setBusy] = useState(false);

  async function restore(): Promise<void> {
    setBusy(true);
    try {
      keep(await restoreProject(project.id));
      toastSuccess(t('settings.restored'));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <SubmitButton
      variant="outline"
      busy={busy}
      busyLabel={t('settings.restoring')}
      onClick={() => void restore()}
    >
      {t('settings.restore')}
    </SubmitButton>
  );
}
