// Whether somebody has followed the link in the first mail.
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';

export function EmailState({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useText();
  return (
    <Pill tone={isConfirmed ? 'success' : 'neutral'} icon={isConfirmed ? IconCheck : IconClock}>
      {t(isConfirmed ? 'staff.users.confirmed' : 'staff.users.notConfirmed')}
    </Pill>
  );
}
