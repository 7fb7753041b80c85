// Novu's own provider for generic SMS sends over a send URL, with the settings of docs/send-urls.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSendUrl } from '../../../test/dropIns.ts';
import { makeSender } from '../../../test/factories.ts';
import { installedPackage } from '../../../test/installed.ts';

type Config = { baseUrl: string; apiKeyRequestHeader: string; apiKey: string; from: string; idPath: string };
type Sms = { to: string; content: string; id: string };
type Novu = {
  GenericSmsProvider: new (
    config: Config,
  ) => { sendMessage(sms: Sms): Promise<{ id: string; date: string }> };
};

const novu = installedPackage<Novu>('@novu/providers');
if (!novu) console.log('@novu/providers is not installed for all users: Novu is not tried');

it('has the settings of the page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/send-urls.md'), 'utf8');
  for (const setting of ['https://sms.example.com/v1/in', 'Authorization', 'Bearer TOKEN', 'ids.0'])
    expect(page).toContain(`| \`${setting}\` |`);
});

it.each(novu ? [novu] : [])(
  'Novu sends each notification once, and gets the id of its message',
  async ({ GenericSmsProvider }) => {
    const t = await testApp();
    const { browser, project } = await makeSender(t);
    const { url } = await makeSendUrl(browser, project.id, {
      ...{ recipients: '', recipient_field: 'to', body: '{content}' },
    });
    const host = await t.app.listen({ host: '127.0.0.1', port: 0 });
    const token = url.slice(url.lastIndexOf('/') + 1);
    const provider = new GenericSmsProvider({
      ...{ baseUrl: `${host}/v1/in`, apiKeyRequestHeader: 'Authorization', apiKey: `Bearer ${token}` },
      ...{ from: 'Lanka Shop', idPath: 'ids.0' },
    });
    const sms = { to: '+94771234567', content: 'Your order 1042 has left Colombo.', id: 'n-1' };
    const first = await provider.sendMessage(sms);
    // Novu's worker repeats a job with the same id.
    const repeated = await provider.sendMessage(sms);
    const other = await provider.sendMessage({ ...sms, id: 'n-2' });
    expect([repeated.id, other.id === first.id]).toEqual([first.id, false]);
    const { rows } = await t.services.pool.query(
      'select id, recipient, body, sender from messages where project_id = $1 order by accepted_at, id',
      [project.id],
    );
    const stored = { recipient: sms.to, body: sms.content, sender: 'SANDBOX' };
    expect(rows).toEqual([
      { id: first.id, ...stored },
      { id: other.id, ...stored },
    ]);
    const refused = provider.sendMessage({ ...sms, id: 'n-3', to: '12' });
    await expect(refused).rejects.toMatchObject({ response: { status: 400 } });
  },
);
