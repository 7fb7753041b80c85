// A project's secrets. The user can show, copy and replace them; a confirmation explains what stops working.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { Project } from '@godwit/contract/projects';
import { ActionIcon, Anchor, Skeleton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { callbackSecretQuery, projectQuery, replaceKey, rotateCallbackSecret } from '../../api/projects.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { SettingNote, SettingValue } from '../../ui/SettingRow.tsx';
import classes from './overview.module.css';

export function ProjectKey({ project, mode }: { project: Project; mode: Mode }) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const isLive = mode === 'LIVE';
  const key = isLive ? project.api_key_live : project.api_key_test;
  const name = t(isLive ? 'settings.liveKey' : 'settings.testKey');
  const revokeLabel = t('settings.revokeKey', { key: name });

  const revoke = () =>
    confirm({
      title: revokeLabel,
      text: [
        t(isLive ? 'settings.revokeLiveText' : 'settings.revokeTestText', { project: project.name }),
        t('settings.revokeNext'),
      ],
      action: t('action.revoke'),
      busyLabel: t('action.revoking'),
      call: async () => {
        await replaceKey(project.id, mode);
        await queries.invalidateQueries({ queryKey: projectQuery(project.id).queryKey });
        toastSuccess(t('settings.keyReplaced'));
      },
    });

  return (
    <div className={classes.line}>
      <KeyField key={key} name={name} value={key} />
      <Anchor
        component="button"
        type="button"
        className={classes.danger}
        aria-label={revokeLabel}
        onClick={revoke}
      >
        {t('action.revoke')}
      </Anchor>
      {confirmDialog}
    </div>
  );
}

/** The secret that signs status callbacks. The previous one stays valid for 24 hours. */
export function CallbackSecret({ projectId }: { projectId: string }) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const query = callbackSecretQuery(projectId);
  const { data, error, refetch } = useQuery(query);

  const rotate = () =>
    confirm({
      title: t('settings.rotateTitle'),
      text: [t('settings.rotateText'), t('settings.rotateNext')],
      action: t('settings.rotate'),
      busyLabel: t('settings.rotating'),
      call: async () => {
        queries.setQueryData(query.queryKey, await rotateCallbackSecret(projectId));
        toastSuccess(t('settings.secretRotated'));
      },
    });

  if (error && !data) {
    return (
      <SettingValue>
        {errorMessage(error)}{' '}
        <Anchor component="button" type="button" onClick={() => void refetch()}>
          {t('action.tryAgain')}
        </Anchor>
      </SettingValue>
    );
  }
  if (!data) return <Skeleton height={40} />;
  return (
    <>
      <div className={classes.line}>
        <KeyField key={data.secret} name={t('settings.callbackSecret')} value={data.secret} startShown={6} />
        <Anchor component="button" type="button" className={classes.danger} onClick={rotate}>
          {t('settings.rotate')}
        </Anchor>
      </div>
      {data.previous_valid_until ? (
        <SettingNote>
          {t('settings.previousSecret', { until: formatInstant(data.previous_valid_until) })}
        </SettingNote>
      ) : null}
      {confirmDialog}
    </>
  );
}

const END_SHOWN = 4;

type Props = {
  name: string;
  value: string;
  /** The number of characters at the start that stay visible while the secret is hidden. */
  startShown?: number;
};

/**
 * A secret that is hidden until the user shows it. The copy button always copies it in full. Pass the value
 * as `key`, so a new secret starts hidden.
 */
function KeyField({ name, value, startShown = 8 }: Props) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const ToggleIcon = shown ? IconEyeOff : IconEye;
  return (
    <fieldset className={classes.secret} aria-label={name}>
      {shown ? (
        <span className={`mono ${classes.value}`} data-shown>
          {value}
        </span>
      ) : (
        <span className={`mono ${classes.value}`}>
          {value.slice(0, startShown)}
          {/* As long as the key, so nothing moves when the key is shown. If the key does not fit, the
              dots shrink. */}
          <span className={classes.dots}>{'•'.repeat(value.length - startShown - END_SHOWN)}</span>
          {value.slice(-END_SHOWN)}
        </span>
      )}
      <ActionIcon
        size={34}
        aria-label={t(shown ? 'settings.hideKey' : 'settings.showKey', { key: name })}
        onClick={() => setShown(!shown)}
      >
        <ToggleIcon size={18} stroke={1.75} />
      </ActionIcon>
      <CopyButton
        value={value}
        label={t('settings.copyKey', { key: name })}
        copiedLabel={t('action.copied')}
        shownMs={6000}
        size={34}
      />
    </fieldset>
  );
}
