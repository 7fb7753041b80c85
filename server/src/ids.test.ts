import { isId } from '@godwit/contract/common';
import { describe, expect, it, vi } from 'vitest';
import { idFloor, idsTogether, instantOf, newId, rangeTogether } from './ids.ts';

describe('new ids', () => {
  it('sort in order of creation, without duplicates', () => {
    const ids = Array.from({ length: 100_000 }, () => newId());
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are UUIDs of version 7', () => {
    for (let i = 0; i < 3_000; i++) {
      const id = newId();
      expect(isId(id)).toBe(true);
      expect(id).toMatch(/^.{14}7.{4}[89ab]/);
    }
  });

  it('of one request are in order, in the range of each of them, and in no other', () => {
    const [some, others] = [idsTogether(255), idsTogether(255)];
    expect([...some, ...others].toSorted()).toEqual([...some, ...others]);
    const isIn = (id: string, { first, last }: ReturnType<typeof rangeTogether>) => id >= first && id <= last;
    expect([...some, ...others].every(isId)).toBe(true);
    for (const range of [some[0]!, some[7]!, some[254]!].map(rangeTogether)) {
      expect(some.every((id) => isIn(id, range))).toBe(true);
      expect(others.some((id) => isIn(id, range))).toBe(false);
    }
  });

  it('keep their order if the clock is corrected, and follow a clock that was far ahead back', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const now = new Date('2026-11-22T06:00:00Z').getTime();
    vi.setSystemTime(now);
    const first = newId();
    vi.setSystemTime(now - 1_000);
    const corrected = [newId(), newId()];
    expect([first, ...corrected].sort()).toEqual([first, ...corrected]);
    vi.setSystemTime(now + 3_600_000);
    expect(instantOf(newId()).getTime()).toBe(now + 3_600_000);
    vi.setSystemTime(now + 5_000);
    const after = [newId(), newId()];
    expect(after.map((id) => instantOf(id).getTime())).toEqual([now + 5_000, now + 5_000]);
    expect(after.toSorted()).toEqual(after);
    vi.useRealTimers();
  });

  it('contain their creation time', () => {
    const before = Date.now();
    const made = instantOf(newId()).getTime();
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
    const at = new Date('2026-11-21T06:30:00.123Z');
    expect(instantOf(newId(at))).toEqual(at);
    expect(newId(at) > idFloor(at)).toBe(true);
    expect(newId(at)).not.toBe(newId(at));
  });
});
