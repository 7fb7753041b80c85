// The properties of the parts of a registration's page.
import type { RegistrationCase } from '@godwit/contract/staff/registrations';

/** `show` displays a newer registration, and `refresh` reloads it with its lists. */
export type Parts = {
  registration: RegistrationCase;
  show: (newer: RegistrationCase) => void;
  refresh: () => void;
};
