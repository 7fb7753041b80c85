// Whether a team is verified, and whether its sending is paused.
import { IconCheck, IconMinus, IconPlayerPause } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import lists from '../lists/lists.module.css';

export function TeamState({ verified, paused }: { verified: boolean; paused: boolean }) {
  const t = useText();
  return (
    <span className={lists.pills}>
      <Pill tone={verified ? 'success' : 'neutral'} icon={verified ? IconCheck : IconMinus}>
        {t(verified ? 'staff.teams.verified' : 'staff.teams.notVerified')}
      </Pill>
      {paused ? (
        <Pill tone="warning" icon={IconPlayerPause}>
          {t('staff.teams.paused')}
        </Pill>
      ) : null}
    </span>
  );
}
