// An API key: shown, copied, and revoked after a question that says what stops working.
import type { Project } from '@godwit/contract/projects';
import type { Mode } from '@godwit/contract/statuses';
import { ActionIcon, Anchor, Skeleton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsFor } from '../../api/errors.ts';
import { callbackSecretQuery, projectQuery, replaceKey, rotateCallbackSecret } from '../../api/projects.ts';
import { useConfirm } from '../../components/Confirm.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { SettingNote, SettingValue } from '../../ui/SettingRow.tsx';
import classes from './controls.module.css';

export function ProjectKey({ project, mode }: { project: Project; mode: Mode }) {
  const t = useText();
  const queries = useQueryClient();
  const [ask, question] = useConfirm();
  const isLive = mode === 'LIVE';
  const name = t(isLive ? 'settings.liveKey' : 'settings.testKey');
  const value = isLive ? project.api_key_live : project.api_key_test;

  const revoke = () =>
    ask({
      title: t('settings.revokeKey', { key: name }),
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
        onClick={revoke}
      >
        {t('action.revoke')}
      </Anchor>
      {question}
    </div>
  );
}

// The secret that signs status callbacks: shown, copied, rotated. The one before it goes on for a day.
export function CallbackSecret({ projectId }: { projectId: string }) {
  const t = useText();
  const queries = useQueryClient();
  const [ask, question] = useConfirm();
  const query = callbackSecretQuery(projectId);
  const { data, error, refetch } = useQuery(query);

  const rotate = () =>
    ask({
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
        {wordsFor(error)}{' '}
        <Anchor component="button" type="button" onClick={() => void refetch()}>
          {t('action.tryAgain')}
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
        <Anchor component="button" type="button" className={classes.danger ?? ''} onClick={rotate}>
          {t('settings.rotate')}
        </Anchor>
      </div>
      {data.previous_valid_until ? (
        <SettingNote>
          {t('settings.previousSecret', { until: formatInstant(data.previous_valid_until) })}
        </SettingNote>
      ) : null}
      {question}
    </>
  );
}

// A secret in a box of its own: hidden until shown, copied whole either way.
type Props = {
  value: string;
  /** Name of the key, read out with it. */
  label: string;
  /** How many characters at the start and at the end stay readable while hidden. */
  startShown?: number;
  endShown?: number;
  showLabel: string;
  hideLabel: string;
  copyLabel: string;
  copiedLabel: string;
  copiedShownMs?: number;
};

function KeyField({ value, label, startShown = 8, endShown = 4, ...props }: Props) {
  const [shown, setShown] = useState(false);
  const Sign = shown ? IconEyeOff : IconEye;
  return (
    <fieldset className={classes.field} aria-label={label}>
      {shown ? (
        <span className={classes.value} data-shown>
          {value}
        </span>
      ) : (
        <span className={classes.value}>
          {value.slice(0, startShown)}
          {/* As long as the key, so that nothing moves when it is shown; where that does not fit, the dots give way. */}
          <span className={classes.dots}>
            {'•'.repeat(Math.max(0, value.length - startShown - endShown))}
          </span>
          {value.slice(value.length - endShown)}
        </span>
      )}
      <ActionIcon
        size={34}
        aria-label={shown ? props.hideLabel : props.showLabel}
        onClick={() => setShown(!shown)}
      >
        <Sign size={18} stroke={1.75} />
      </ActionIcon>
      <CopyButton
        value={value}
        label={props.copyLabel}
        copiedLabel={props.copiedLabel}
        shownMs={props.copiedShownMs ?? 6000}
        size={34}
      />
    </fieldset>
  );
}
