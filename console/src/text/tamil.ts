// The Tamil translation, a bundle of its own that only readers of Tamil load.
import { descriptions } from './api/ta.ts';
import { errors, sentences } from './sentences/ta.ts';
import { translationOf } from './translation.ts';

const areas = import.meta.glob<Record<string, string>>(['./*/ta.ts', '!./sentences/*'], {
  eager: true,
  import: 'ta',
});

export const tamil = translationOf(areas, errors, { ...sentences, ...descriptions });
