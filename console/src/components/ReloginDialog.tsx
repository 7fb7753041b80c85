// Comes over the page when the session has ended; signing in, here or in another tab, repeats the calls that met its end.
import type { Profile } from '@godwit/contract/accounts';
import { Modal } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { fetchProfile, profileQuery } from '../api/accounts.ts';
import { relogin } from '../api/relogin.ts';
import { paths } from '../paths.ts';
import { hasMarker, storeProjectId, subscribeOtherTabs } from '../session/storage.ts';
import { useText } from '../text/useText.ts';
import { LoginForm } from './LoginForm.tsx';
import classes from './ReloginDialog.module.css';

export function ReloginDialog() {
  const t = useText();
  const queries = useQueryClient();
  const pending = relogin.usePending();
  // In a stack the kit's dialog loses where the focus was.
  useFocusReturn({ opened: pending !== null });
  const before = queries.getQueryData(profileQuery.queryKey);

  function signedIn(profile: Profile): void {
    // Another person must not repeat what this one was doing: a full load starts them afresh.
    if (before && before.id !== profile.id) {
      location.assign(paths.home);
      return;
    }
    if (pending?.before.projectId) storeProjectId(pending.before.projectId);
    relogin.finish(true);
  }

  const signedInElsewhere = useEffectEvent(() => {
    // Whatever goes wrong with it, the dialog is still there to sign in.
    if (hasMarker()) fetchProfile().then(signedIn, () => {});
  });
  useEffect(() => (pending ? subscribeOtherTabs(signedInElsewhere) : undefined), [pending]);

  return (
    // One closes at a time: the dialog for a new password may lie on this one.
    <Modal.Stack>
      <Modal
        opened={pending !== null}
        onClose={() => location.assign(paths.login)}
        closeOnClickOutside={false}
        title={t('relogin.title')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
        returnFocus={false}
        zIndex={400}
        stackId="relogin"
      >
        <p className={classes.text}>{t('relogin.text')}</p>
        <LoginForm onSignedIn={signedIn} forgotLabel={t('relogin.forgot')} email={before?.email} />
      </Modal>
    </Modal.Stack>
  );
}
