// How teams and people stand, in pills.
import { Group } from '@mantine/core';
import { IconCheck, IconClock, IconMinus, IconPlayerPause } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';

/** Whether a team is verified, and whether its sending is paused. */
export function TeamState({ verified, paused }: { verified: boolean; paused: boolean }) {
  const t = useText();
  return (
    <Group display="inline-flex" gap={8}>
      <Pill tone={verified ? 'success' : 'neutral'} icon={verified ? IconCheck : IconMinus}>
        {t(verified ? 'staff.teams.verified' : 'staff.teams.notVerified')}
      </Pill>
      {paused ? (
        <Pill tone="warning" icon={IconPlayerPause}>
          {t('staff.teams.paused')}
        </Pill>
      ) : null}
    </Group>
  );
}

/** Whether a person has followed the link in the first mail. */
export function EmailState({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useText();
  return (
    <Pill tone={isConfirmed ? 'success' : 'neutral'} icon={isConfirmed ? IconCheck : IconClock}>
      {t(isConfirmed ? 'staff.users.confirmed' : 'staff.users.notConfirmed')}
    </Pill>
  );
}
