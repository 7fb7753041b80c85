// An account that may send in LIVE, beside a running service. LIVE goes to the simulator here.
import { type Account, openAccount } from '../../server/test/client.ts';
import type { serviceFolder } from '../../server/test/process.ts';

/** The sender id of the account. */
export const SENDER = 'Lanka Shop';

/** Opens a verified account with money and a sender. */
export async function openLiveAccount(
  { godwit }: Pick<ReturnType<typeof serviceFolder>, 'godwit'>,
  url: string,
): Promise<Account> {
  const account = await openAccount(url);
  await godwit('team', 'verify', account.email);
  await godwit('team', 'credit', account.email, '1000', 'for the test');
  await godwit('sender', 'add', account.project.id, SENDER);
  return account;
}

/** A phone writes to the test number of the account's project. */
export const writeFromPhone = ({ call, project }: Account, from: string, body: string): Promise<object> =>
  call('POST', `/v1/web/projects/${project.id}/incoming_messages`, { from, body });
