// The page of a person who was removed from their last team but keeps the account.
import { Button } from '@mantine/core';
import { signOut } from '../../session/signIn.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function NoTeam() {
  const t = useText();
  return (
    <EmptyState
      text={t('noTeam.text')}
      action={<Button onClick={() => signOut('')}>{t('avatar.logout')}</Button>}
    />
  );
}
