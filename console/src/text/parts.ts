// Words of a translation that only some pages show, so other pages do not load them. The route of a page
// names its words (routes.tsx), and both load together.
import { loadWithOneRetry } from '../reload.ts';
import type { TranslationPart } from './language.ts';

type Words = Record<string, Record<string, string>>;

const sinhala = import.meta.glob<Words>('./{api,billing,senderRequest,settingsPages,team}/si.ts');
const tamil = import.meta.glob<Words>('./{api,billing,senderRequest,settingsPages,team}/ta.ts');

async function load(language: 'si' | 'ta', files: typeof tamil, area: string) {
  const words = await loadWithOneRetry(files[`./${area}/${language}.ts`]!);
  return { texts: words[language] ?? {}, sentences: words.descriptions ?? {} };
}

const partOf = (area: string): TranslationPart => ({
  si: () => load('si', sinhala, area),
  ta: () => load('ta', tamil, area),
});

/** The descriptions and titles of the API reference, a sixth of all words. */
export const referenceWords = partOf('api');
export const billingWords = partOf('billing');
export const senderWords = partOf('senderRequest');
export const teamWords = partOf('team');
export const settingsWords = partOf('settingsPages');
