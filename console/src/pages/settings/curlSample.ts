// The request of the settings page as a shell command.
import { SANDBOX_SENDER } from '@godwit/contract/senders';

type Parts = { origin: string; projectId: string; key: string; regionId: string };

// Mobile numbers that the simulator delivers at once, by their ending, in the team's own country.
const NUMBERS: Record<string, string> = { LK: '+94770000001', AU: '+61400000001' };

/** Lines joined by backslashes, which a shell reads as one. */
export function curlSample({ origin, projectId, key, regionId }: Parts): string {
  const message = { to: NUMBERS[regionId] ?? NUMBERS.LK, from: SANDBOX_SENDER, body: 'Hello from Godwit' };
  return [
    `curl ${origin}/v1/messages \\`,
    `  -u '${projectId}:${key}' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify(message)}'`,
  ].join('\n');
}
