import { describe, expect, it } from 'vitest';
import { idFloor, instantOf, isId, newId } from './ids.ts';

describe('new ids', () => {
  it('sort in the order in which they were made, and none comes twice', () => {
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

  it('say when they were made', () => {
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
