// The secret that signs status callbacks: shown, copied, rotated. The one before it goes on for a day.
import { Anchor, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { wordsFor } from '../../api/errors.ts';
import { callbackSecretQuery, rotateCallbackSecret } from '../../api/projects.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { KeyField } from '../../ui/KeyField.tsx';
import { SettingNote, SettingValue } from '../../ui/SettingRow.tsx';
import classes from './controls.module.css';

export function CallbackSecret({ projectId }: { projectId: string }) {
  const t = useText();
  const queries = useQueryClient();
  const [asking, question] = useDisclosure(false);
  const query = callbackSecretQuery(projectId);
  const { data, error, refetch } = useQuery(query);

  async function rotate(): Promise<void> {
    queries.setQueryData(query.queryKey, await rotateCallbackSecret(projectId));
    toastSuccess(t('settings.secretRotated'));
  }

  if (error && !data) {
    return (
      <SettingValue>
        {wordsFor(error)}{' '}
        <Anchor component="button" type="button" onClick={() => void refetch()}>
          {t('list.tryAgain')}
        </Anchor>
      </SettingValue>
    );
  }
  if (!data) return <Skeleton height={40} />;
  const name = t('settings.callbackSecret');
  return (
    <>
      <div className={classes.line}>
        <div className={classes.wide}>
          <KeyField
            key={data.secret}
            value={data.secret}
            startShown={6}
            label={name}
            showLabel={t('settings.showKey', { key: name })}
            hideLabel={t('settings.hideKey', { key: name })}
            copyLabel={t('settings.copyKey', { key: name })}
            copiedLabel={t('action.copied')}
          />
        </div>
        <Anchor component="button" type="button" className={classes.danger ?? ''} onClick={question.open}>
          {t('settings.rotate')}
        </Anchor>
      </div>
      {data.previous_valid_until ? (
        <SettingNote>
          {t('settings.previousSecret', { until: formatInstant(data.previous_valid_until) })}
        </SettingNote>
      ) : null}
      <ConfirmDialog
        opened={asking}
        onClose={question.close}
        title={t('settings.rotateTitle')}
        action={t('settings.rotate')}
        busyLabel={t('settings.rotating')}
        call={rotate}
      >
        <p>{t('settings.rotateText')}</p>
        <p>{t('settings.rotateNext')}</p>
      </ConfirmDialog>
    </>
  );
}
