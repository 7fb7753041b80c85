// The brand of the sender in a text, which networks of some countries want.
import type { ContentClass } from '@godwit/contract/contentClass';
import type { Mode } from '@godwit/contract/messages/statuses';
import { brandTreatment } from '@godwit/contract/rules/brandInText';
import type { RuleTable } from '@godwit/contract/rules/table';
import { type Refusal, refuse } from '../../refusal.ts';
import type { SendingProfile } from './sendingProfile.ts';

type Checked = {
  mode: Mode;
  from: string;
  body: string;
  hasCode: boolean;
  country: string | null;
  contentClass: ContentClass;
};

/**
 * Whether a text lacks the brand of its sender and the recipient's country wants it, or the refusal of such a
 * text. Numbers have no brand, and names that only TEST takes have none either.
 */
export function lacksBrandIn(
  { senders }: Pick<SendingProfile, 'senders'>,
  { from, country, ...sent }: Checked,
  countries: RuleTable,
): boolean | Refusal {
  const rule = countries.of(country).brandInText;
  if (rule === 'OFF') return false;
  const brand = senders.get(from)?.brand() ?? null;
  const treatment = brandTreatment(rule, brand, sent);
  if (treatment !== 'REFUSE') return treatment === 'WARN';
  return refuse('senderCapability', {
    description: `Networks of this country want the brand in the text, and this text names neither ${from} nor another name of it. Nothing was sent or charged. Write the name, or add the one you use to the sender ID in the console.`,
    skipReason: 'no_brand',
  });
}
