// The pills of the states of a version: of the network, or of the rules of countries.
import { IconCheck, IconClock, IconHistory, IconMinus } from '@tabler/icons-react';

export const VERSION_LOOKS = {
  PROPOSED: { tone: 'info', icon: IconClock },
  CURRENT: { tone: 'success', icon: IconCheck },
  REPLACED: { tone: 'neutral', icon: IconHistory },
  WITHDRAWN: { tone: 'neutral', icon: IconMinus },
} as const;
