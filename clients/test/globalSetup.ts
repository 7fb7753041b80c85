// Packs the clients once for all test files.
import { packClients } from '../../scripts/packClients.ts';

export const setup = (): Promise<void> => packClients();
