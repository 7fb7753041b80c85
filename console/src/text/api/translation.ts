// The translations of the API reference, which only its page loads: they are a sixth of all words.
import { loadWithOneRetry } from '../../reload.ts';
import type { TranslationPart } from '../language.ts';

export const referenceTranslation: TranslationPart = {
  si: async () => {
    const { si, descriptions } = await loadWithOneRetry(() => import('./si.ts'));
    return { texts: si, sentences: descriptions };
  },
  ta: async () => {
    const { ta, descriptions } = await loadWithOneRetry(() => import('./ta.ts'));
    return { texts: ta, sentences: descriptions };
  },
};
