// Comes over the page when the session has ended. Signing in repeats the calls that met its end, so that nothing typed is lost.
import { Text } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import { useState } from 'react';
import { queryClient } from '../../api/queryClient.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { useText } from '../../text/useText.ts';
import { relogin } from '../api/client.ts';
import { sessionQuery } from '../api/session.ts';
import { staffPaths } from '../paths.ts';
import { Steps } from './Steps.tsx';

export function StaffRelogin({ email }: { email: string }) {
  const t = useText();
  const isPending = relogin.usePending() !== null;
  const [title, setTitle] = useState('');
  useFocusReturn({ opened: isPending });

  async function signedIn(): Promise<void> {
    const { staff } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    // Another person must not repeat what this one was doing: a full load starts them afresh.
    if (staff.email === email) relogin.finish(true);
    else location.assign('/staff');
  }

  return (
    <Dialog
      opened={isPending}
      onClose={() => location.assign(staffPaths.signIn)}
      closeOnClickOutside={false}
      title={title || t('staff.relogin.title')}
      returnFocus={false}
      zIndex={400}
    >
      <Text mb={20} c="dimmed">
        {t('staff.relogin.text')}
      </Text>
      <Steps email={email} onSignedIn={signedIn} onTitle={setTitle} />
    </Dialog>
  );
}
