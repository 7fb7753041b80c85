// Code that the clients are tried with: the samples of their READMEs, and code that the types must reject.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from './drivers.ts';

/** The samples of a client's README in a language, in order. */
export function samples(client: string, language: string): string[] {
  const text = readFileSync(join(CLIENTS, client, 'README.md'), 'utf8');
  return [...text.matchAll(new RegExp(`^\\x60{3}${language}\\n(.*?)^\\x60{3}$`, 'gms'))].map(
    ([, code]) => code!,
  );
}

/** Code that the types must reject. */
export const WRONG = `
import { Godwit, type Message, verifyCallback } from '@godwit/client';
const godwit = new Godwit({ baseUrl: 'https://sms.example.com', projectId: 'p', apiKey: 'k' });
export const sent: Promise<Message> = godwit.send({ to: '+1', from: 'A', body: 'x', send_at: new Date() });
// @ts-expect-error there is no such status
export const isRead = async () => (await sent).status === 'READ';
// @ts-expect-error a sender is needed
godwit.send({ to: '+1', body: 'x' });
export const made = godwit.createCampaign({ name: 'a', content: 'b', from: 'C', groups: [], send_at: new Date() });
// @ts-expect-error a first name is needed
godwit.createContact({ number: '+1' });
// @ts-expect-error a list goes on by after
godwit.listContacts({ before: 'id' });
// @ts-expect-error there is no such field
export const isOpen = async () => (await godwit.getConversation('+1')).is_open;
// @ts-expect-error a body that was parsed
verifyCallback({ secret: 's', headers: {}, body: { id: 1 } });
`;

/** Composer's vendor/autoload.php, for the client in `sources`. */
export const autoload = (
  sources: string,
): string => `<?php spl_autoload_register(function (string $class): void {
  require ${JSON.stringify(sources)} . '/' . substr($class, strlen('Godwit/')) . '.php';
});`;
