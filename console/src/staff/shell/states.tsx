// The states of teams and people, as pills.
import type { StaffTeam } from '@godwit/contract/staff/teams';
import { Group } from '@mantine/core';
import { IconCheck, IconClock, IconMinus, IconPlayerPause } from '@tabler/icons-react';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { bold } from '../../ui/richText.tsx';

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

/** The person who paused a team or a carrier link, the time and the reason. */
export function PausedBy(paused: NonNullable<StaffTeam['paused_state']>) {
  const t = useText();
  return t.rich('staff.pausedBy', {
    ...paused,
    at: formatInstant(paused.at),
    b: bold,
  });
}

/** Whether a person has confirmed their email. */
export function EmailState({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useText();
  return (
    <Pill tone={isConfirmed ? 'success' : 'neutral'} icon={isConfirmed ? IconCheck : IconClock}>
      {t(isConfirmed ? 'staff.users.confirmed' : 'staff.users.notConfirmed')}
    </Pill>
  );
}
