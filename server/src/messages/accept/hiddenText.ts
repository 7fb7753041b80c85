// Texts with a secret in them. The message shows the secret as asterisks; the queue row holds the whole text,
// sealed, until the message has been submitted, so no log, report or backup of messages has it.
import type { Secrets } from '../../secrets.ts';

const PURPOSE = 'hidden text';

/** Seals the text that a phone gets. The text of the message must need the same segments. */
export const hideText = (secrets: Pick<Secrets, 'seal'>, text: string): Buffer => secrets.seal(PURPOSE, text);

/**
 * The text that a phone gets; null if it was sealed with a secret that this process does not have, so that it
 * cannot be sent.
 */
export function revealText(
  secrets: Pick<Secrets, 'open'>,
  { body, hidden }: { body: string; hidden: Buffer | null },
): string | null {
  if (hidden === null) return body;
  try {
    return secrets.open(PURPOSE, hidden).toString();
  } catch {
    return null;
  }
}
