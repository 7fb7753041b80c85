// The icon and colour of each state of a registration, for customers and staff.
import type { RegistrationState } from '@godwit/contract/senders';
import { type Icon, IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react';
import type { Tone } from '../ui/Pill.tsx';

export const REGISTRATION_PILLS: Record<RegistrationState, { tone: Tone; icon: Icon }> = {
  DRAFT: { tone: 'warning', icon: IconMinus },
  SUBMITTED: { tone: 'neutral', icon: IconClock },
  REGISTERED: { tone: 'success', icon: IconCheck },
  REFUSED: { tone: 'danger', icon: IconX },
  EXPIRED: { tone: 'warning', icon: IconMinus },
  WITHDRAWN: { tone: 'warning', icon: IconMinus },
};
