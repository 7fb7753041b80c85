// The pages of shipped carrier profiles.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCarriersFile } from '../server/src/carriers/links/config.ts';
import { readProfile, shippedProfiles } from '../server/src/carriers/links/http/profile.ts';
import { throwawayFolder } from '../server/test/throwaway.ts';
import { carrierPages } from './carrierPages.ts';

const ROOT = join(import.meta.dirname, '..');
const pages = carrierPages(ROOT);

describe.each(shippedProfiles())('the page of %s', (name) => {
  const file = `docs/carriers/${name}.md`;
  const page = pages[file]!;
  const profile = readProfile(name, ROOT);

  it('is up to date and short', () => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(page);
    expect(page.split('\n').length).toBeLessThanOrEqual(43);
  });

  it('has an entry that CARRIERS_FILE takes', () => {
    const entry = /^ {4}(\[.+\])$/m.exec(page)![1]!;
    const path = join(throwawayFolder(), 'carriers.json');
    writeFileSync(path, entry);
    expect(readCarriersFile(path)).toMatchObject([{ id: name, profile: { profile: name } }]);
  });

  it('names each code, each meaning and each open point of the profile', () => {
    const codes = Object.values(profile.codes).flat();
    const words = [...codes.map((code) => `\`${code}\``), ...Object.values(profile.meanings)];
    for (const word of [...words, ...profile.unverified.map((point) => `- ${point}\n`)])
      expect(page).toContain(word);
    expect(Object.keys(profile.meanings).filter((code) => !codes.includes(code))).toEqual([]);
  });
});
