// An API key: shown, copied, and revoked after a question that says what stops working.
import type { Project } from '@godwit/contract/projects';
import type { Mode } from '@godwit/contract/statuses';
import { Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { projectQuery, replaceKey } from '../../api/projects.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useText } from '../../text/useText.ts';
import { KeyField } from '../../ui/KeyField.tsx';
import classes from './controls.module.css';

export function ProjectKey({ project, mode }: { project: Project; mode: Mode }) {
  const t = useText();
  const queries = useQueryClient();
  const [asking, question] = useDisclosure(false);
  const isLive = mode === 'LIVE';
  const name = t(isLive ? 'settings.liveKey' : 'settings.testKey');
  const value = isLive ? project.api_key_live : project.api_key_test;

  async function revoke(): Promise<void> {
    await replaceKey(project.id, mode);
    await queries.invalidateQueries({ queryKey: projectQuery(project.id).queryKey });
    toastSuccess(t('settings.keyReplaced'));
  }

  return (
    <div className={classes.line}>
      <div className={classes.wide}>
        {/* A new key starts hidden. */}
        <KeyField
          key={value}
          value={value}
          label={name}
          showLabel={t('settings.showKey', { key: name })}
          hideLabel={t('settings.hideKey', { key: name })}
          copyLabel={t('settings.copyKey', { key: name })}
          copiedLabel={t('action.copied')}
        />
      </div>
      <Anchor
        component="button"
        type="button"
        className={classes.danger ?? ''}
        aria-label={t('settings.revokeKey', { key: name })}
        onClick={question.open}
      >
        {t('settings.revoke')}
      </Anchor>
      <ConfirmDialog
        opened={asking}
        onClose={question.close}
        title={t('settings.revokeKey', { key: name })}
        action={t('settings.revoke')}
        busyLabel={t('settings.revoking')}
        call={revoke}
      >
        <p>{t(isLive ? 'settings.revokeLiveText' : 'settings.revokeTestText', { project: project.name })}</p>
        <p>{t('settings.revokeNext')}</p>
      </ConfirmDialog>
    </div>
  );
}
