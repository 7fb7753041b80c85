// Campaigns of the run: contacts are uploaded before the first disruption, campaigns are created during them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import type { ContactGroup, ImportReport } from '@godwit/contract/contacts';
import type { Account } from '../../../server/test/client.ts';
import { SENDER } from './clients.ts';
import type { Send } from './record.ts';

const ASK_AGAIN_MS = 1_000;

export type Audience = { groupId: string; numbers: string[] };

/** Uploads contacts into a new group. */
export async function uploadAudience(
  url: string,
  account: Account,
  name: string,
  numbers: string[],
): Promise<Audience> {
  const rows = numbers.map((number, i) => `${number},Nimal,Perera ${i},${name}`);
  const form = new FormData();
  form.set('csv', new Blob([['Mobile,FirstName,LastName,Group1', ...rows].join('\n')]), 'contacts.csv');
  const answer = await fetch(`${url}/v1/web/contacts_csv`, {
    method: 'POST',
    headers: account.browser,
    body: form,
  });
  const report = (await answer.json()) as ImportReport;
  if (report.created !== numbers.length) throw new Error(`contacts: ${JSON.stringify(report)}`);
  const groups = await account.call<ContactGroup[]>('GET', '/v1/web/groups');
  return { groupId: groups.find((group) => group.name === name)!.id, numbers };
}

/**
 * Creates a LIVE campaign. Repeats the call with one key until it is answered or the run is over. Returns its
 * recipients as sends.
 */
export async function sendCampaign(
  urls: readonly string[],
  account: Account,
  { accountNumber, audience, isOver }: { accountNumber: number; audience: Audience; isOver: () => boolean },
): Promise<Send[]> {
  const form = {
    project_id: account.project.id,
    mode: 'LIVE',
    name: 'Sale',
    content: 'Dear {first_name}, half price until Sunday',
    from: SENDER,
    include_groups: audience.groupId,
  };
  const statuses: number[] = [];
  for (let i = 0; !isOver() && statuses.at(-1) !== 200; i++) {
    if (i > 0) await sleep(ASK_AGAIN_MS);
    const answer = await fetch(`${urls[i % urls.length]}/v1/web/campaigns`, {
      method: 'POST',
      headers: {
        ...account.browser,
        'content-type': 'application/json',
        'idempotency-key': audience.groupId,
      },
      body: JSON.stringify(form),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => null);
    const made = (await answer?.json().catch(() => null)) as Campaign | null;
    statuses.push(made?.id ? 200 : 0);
  }
  const status = statuses.includes(200) ? 201 : 0;
  return audience.numbers.map((to): Send => {
    return {
      account: accountNumber,
      mode: 'LIVE',
      kind: 'campaign',
      to,
      callback: null,
      statuses: [status],
      ids: [],
    };
  });
}
