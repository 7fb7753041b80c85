// What keeps a campaign from its review, and what the browser keeps of it.
import { countSegments } from '@godwit/contract/segments';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignForm } from '../../api/campaigns.ts';
import { contentProblem } from '../../components/MessageField.tsx';
import type { Text } from '../../text/useText.ts';
import {
  checkDraft,
  type Draft,
  EMPTY_DRAFT,
  formArrived,
  isEmpty,
  keepDraft,
  keyFor,
  readDraft,
} from './draft.ts';

const t = ((id: string) => id) as unknown as Text;
const NOW = new Date('2026-11-20T09:00:00Z');
const GOOD: Draft = { ...EMPTY_DRAFT, name: 'Sale', groups: ['g1'], content: 'Hi {first_name}' };
const AROUND = { groups: 1 as number | null, from: 'SANDBOX' as string | null, timezone: 'UTC', now: NOW };

const countOf = (content: string) => countSegments(content, { promotional: false });
const check = (draft: Partial<Draft>, around: Partial<typeof AROUND> = {}) => {
  const whole = { ...GOOD, ...draft };
  return checkDraft(whole, { ...AROUND, ...around, count: countOf(whole.content) }, t);
};

describe('what keeps a campaign from its review', () => {
  test('nothing, where everything is there', () => {
    expect(check({})).toEqual({});
  });

  test('each missing part, in the words of the specification', () => {
    expect(check({ name: ' ', content: '' }, { groups: 0, from: null })).toEqual({
      name: 'compose.nameRequired',
      groups: 'compose.groupsRequired',
      content: 'send.contentRequired',
      from: 'send.senderRequired',
    });
  });

  test('a time that has passed', () => {
    expect(check({ at: '2026-11-20 08:00:00' })).toEqual({ at: 'send.timePast' });
  });

  test('not the missing groups of one that is sent again', () => {
    expect(check({ groups: [] }, { groups: null })).toEqual({});
  });
});

describe('a content', () => {
  const values = ((_id: string, values: object) => JSON.stringify(values)) as unknown as Text;
  const problem = (content: string) => contentProblem(content, countOf(content), t);

  test('may not name a field that does not exist', () => {
    expect(problem('Hi {fist_name}')).toBe('compose.unknownField');
    expect(contentProblem('{fist_name} {x}', countOf(''), values)).toBe(
      '{"unknown":"{fist_name}, {x}","first":"{first_name}","last":"{last_name}"}',
    );
  });

  test('may not be too long, unless that depends on the recipient', () => {
    expect(problem('ක'.repeat(701))).toBe('send.tooLong');
    expect(problem(`${'ක'.repeat(690)}{first_name}`)).toBeNull();
    expect(problem(`${'a'.repeat(1600)}{first_name}`)).toBe('send.tooLong');
  });
});

describe('in the browser', () => {
  const PLACE = { personId: 'u1', projectId: 'p1', source: null };
  const FORM: CampaignForm = {
    project_id: 'p1',
    mode: 'TEST',
    name: 'Sale',
    content: 'Hi',
    from: 'SANDBOX',
    include_groups: 'g1',
    retry_of: null,
    send_at: null,
  };
  const kept = new Map<string, string>();

  beforeEach(() => {
    kept.clear();
    formArrived(PLACE);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
  });

  test('a draft stays as it was written, for its writer and its project only', () => {
    keepDraft(PLACE, GOOD);
    expect(readDraft(PLACE)).toEqual(GOOD);
    expect(readDraft({ ...PLACE, personId: 'u2' })).toBeNull();
    expect(readDraft({ ...PLACE, projectId: 'p2' })).toBeNull();
    keepDraft(PLACE, null);
    expect(readDraft(PLACE)).toBeNull();
  });

  test('a copy of a campaign is no draft of another one, and leaves the draft begun anew alone', () => {
    keepDraft(PLACE, GOOD);
    keepDraft({ ...PLACE, source: 'copy c1' }, { ...GOOD, name: 'Copy' });
    expect(readDraft(PLACE)?.name).toBe('Sale');
    expect(readDraft({ ...PLACE, source: 'copy c1' })?.name).toBe('Copy');
    expect(readDraft({ ...PLACE, source: 'copy c2' })).toBeNull();
  });

  test.each([
    'nonsense',
    '7',
    '{"source":null,"name":7}',
    '{"source":null,"name":"a","content":"b","groups":[1],"from":null,"at":null}',
  ])('what is no draft is not read as one: %s', (text) => {
    kept.set('campaign_draft.p1.u1', text);
    expect(readDraft(PLACE)).toBeNull();
  });

  test('only what would be missed is worth keeping', () => {
    expect(isEmpty({ ...EMPTY_DRAFT, from: 'SANDBOX', name: ' ' })).toBe(true);
    expect(isEmpty({ ...EMPTY_DRAFT, content: ' ' })).toBe(false);
  });

  test('the same form goes out under the same key until it has arrived, also from another tab', async () => {
    const key = keyFor(PLACE, FORM);
    expect(keyFor(PLACE, FORM)).toBe(key);
    vi.resetModules();
    const otherTab = await import('./draft.ts');
    expect(otherTab.keyFor(PLACE, FORM)).toBe(key);
    otherTab.formArrived(PLACE);
    expect(otherTab.keyFor(PLACE, FORM)).not.toBe(key);
  });

  test('another form goes out under another key', () => {
    const key = keyFor(PLACE, FORM);
    expect(keyFor(PLACE, { ...FORM, content: 'Hello' })).not.toBe(key);
  });

  test('a browser that keeps nothing still repeats a form under its key', () => {
    vi.stubGlobal('localStorage', undefined);
    const key = keyFor(PLACE, FORM);
    expect(keyFor(PLACE, FORM)).toBe(key);
  });
});
