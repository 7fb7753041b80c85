import { describe, expect, test } from 'vitest';
import { choose, isChosen, NONE, pageChosen, type Selection } from './selection.ts';

const SHOWN = ['a', 'b', 'c'];
const ALL: Selection = { all: true };

describe('choosing contacts', () => {
  test('spans several pages', () => {
    const first = choose(NONE, ['a'], true, SHOWN);
    const both = choose(first, ['x', 'y'], true, ['x', 'y']);
    expect(both).toEqual({ all: false, ids: new Set(['a', 'x', 'y']) });
    expect(choose(both, ['x'], false, ['x', 'y'])).toEqual({ all: false, ids: new Set(['a', 'y']) });
  });

  test('does not change its input', () => {
    choose(NONE, SHOWN, true, SHOWN);
    expect(NONE).toEqual({ all: false, ids: new Set() });
  });

  test('includes contacts that were never shown once all are chosen', () => {
    expect(isChosen(ALL, 'somebody')).toBe(true);
  });

  test('keeps the others of the page when one of all is deselected', () => {
    expect(choose(ALL, ['b'], false, SHOWN)).toEqual({ all: false, ids: new Set(['a', 'c']) });
  });
});

describe('the checkbox of the page', () => {
  test('is none, some or all', () => {
    expect(pageChosen(NONE, SHOWN)).toBe('none');
    expect(pageChosen(choose(NONE, ['b', 'elsewhere'], true, SHOWN), SHOWN)).toBe('some');
    expect(pageChosen(choose(NONE, SHOWN, true, SHOWN), SHOWN)).toBe('all');
    expect(pageChosen(ALL, SHOWN)).toBe('all');
    expect(pageChosen(ALL, [])).toBe('none');
  });
});
