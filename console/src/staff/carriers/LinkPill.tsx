// The state of a carrier link as one pill, the worst of all that is known about it.
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconPlayerPause,
  IconTrendingDown,
  IconX,
} from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Pill, type Tone } from '../../ui/Pill.tsx';

/** The worst first. */
const LOOKS = {
  paused: ['warning', IconPlayerPause, 'staff.carriers.PAUSED'],
  down: ['danger', IconX, 'staff.carriers.DOWN'],
  closed: ['danger', IconAlertTriangle, 'staff.carriers.closed'],
  partly: ['warning', IconAlertTriangle, 'staff.carriers.PARTLY_BOUND'],
  slowed: ['warning', IconTrendingDown, 'staff.carriers.slowed'],
  deliversLess: ['warning', IconTrendingDown, 'staff.carriers.deliversLess'],
  lowBalance: ['warning', IconAlertTriangle, 'staff.carriers.lowBalance'],
  bound: ['success', IconCheck, 'staff.carriers.BOUND'],
} as const satisfies Record<string, readonly [Tone, Icon, TextId]>;

type Props = {
  paused: boolean;
  sessions: number;
  bound: number;
  health: string;
  deliversLess: boolean;
  lowBalance: boolean;
};

function stateOf({ paused, sessions, bound, health, deliversLess, lowBalance }: Props): keyof typeof LOOKS {
  if (paused) return 'paused';
  if (bound === 0) return 'down';
  if (health === 'CLOSED') return 'closed';
  if (bound < sessions) return 'partly';
  if (health !== 'OPEN') return 'slowed';
  if (deliversLess) return 'deliversLess';
  return lowBalance ? 'lowBalance' : 'bound';
}

export function LinkPill(link: Props) {
  const t = useText();
  const [tone, icon, text] = LOOKS[stateOf(link)];
  return (
    <Pill tone={tone} icon={icon}>
      {t(text)}
    </Pill>
  );
}
