// The Tamil translation, a file of its own that only readers of Tamil load.
import { errors, sentences } from './sentences/ta.ts';
import { translationOf } from './translation.ts';

const areas = import.meta.glob<Record<string, string>>(['./*/ta.ts', '!./{api,sentences}/*'], {
  eager: true,
  import: 'ta',
});

export const tamil = translationOf(areas, errors, sentences);
