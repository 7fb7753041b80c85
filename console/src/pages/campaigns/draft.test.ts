// @vitest-environment jsdom
// What keeps a campaign from its review, and what the browser keeps of it.
import { countSegments } from '@godwit/contract/messages/segments';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignForm } from '../../api/campaigns.ts';
import { contentProblem } from '../../components/message/MessageField.tsx';
import { type DraftScope, openDraftSlot } from '../../session/draftSlot.ts';
import type { Translate } from '../../text/useText.ts';
import { checkDraft, type Draft, EMPTY_DRAFT, isEmpty, keyFor, readDraft } from './draft.ts';

const t = ((id: string) => id) as unknown as Translate;
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
  const values = ((_id: string, values: object) => JSON.stringify(values)) as unknown as Translate;
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
  const PLACE = { kind: 'campaign', of: 'new', personId: 'u1', projectId: 'p1' } as const;
  const FORM: CampaignForm = {
    project_id: 'p1',
    mode: 'TEST',
    name: 'Sale',
    content: 'Hi',
    from: 'SANDBOX',
    include_groups: 'g1',
    retry_of: null,
    to_landlines: false,
    send_at: null,
  };

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  /** A tab that is opened beside others: it remembers nothing. */
  function openTab(place: DraftScope = PLACE) {
    sessionStorage.clear();
    const slot = openDraftSlot(place);
    return { ...slot, read: readDraft(slot.draft) };
  }

  test('a draft stays as it was written, for its writer and its project only', () => {
    openTab().keepDraft(GOOD);
    expect(openTab().read).toEqual(GOOD);
    expect(openTab({ ...PLACE, personId: 'u2' }).read).toBeNull();
    expect(openTab({ ...PLACE, projectId: 'p2' }).read).toBeNull();
    openTab().keepDraft(null);
    expect(openTab().read).toBeNull();
  });

  test('what two tabs write at once is kept of both, also after a reload', () => {
    const one = openTab();
    const memory = { ...sessionStorage };
    const other = openTab();
    one.keepDraft({ ...GOOD, name: 'One' });
    other.keepDraft({ ...GOOD, name: 'Other' });
    expect(readDraft(openDraftSlot(PLACE).draft)?.name).toBe('Other');
    for (const [key, text] of Object.entries(memory)) sessionStorage.setItem(key, text);
    expect(readDraft(openDraftSlot(PLACE).draft)?.name).toBe('One');
  });

  test('copies, changes and what was begun as new leave each other alone', () => {
    const places = ['new', 'copy-c1', 'copy-c2', 'edit-c1'].map((of) => ({ ...PLACE, of }));
    for (const place of places) openTab(place).keepDraft({ ...GOOD, name: place.of });
    expect(places.map((place) => openTab(place).read?.name)).toEqual(places.map(({ of }) => of));
  });

  test.each(['nonsense', '7', '{"name":7}', '{"name":"a","content":"b","groups":[1],"from":null,"at":null}'])(
    'what is no draft is not read as one: %s',
    (text) => {
      expect(readDraft(text)).toBeNull();
    },
  );

  test('only what would be missed is worth keeping', () => {
    expect(isEmpty({ ...EMPTY_DRAFT, from: 'SANDBOX', name: ' ' })).toBe(true);
    expect(isEmpty({ ...EMPTY_DRAFT, content: ' ' })).toBe(false);
  });

  test('the same form goes out under the same key until it has arrived, also from another tab', () => {
    const tab = openTab();
    tab.keepDraft(GOOD);
    const key = keyFor(tab, FORM);
    expect(keyFor(tab, FORM)).toBe(key);
    const otherTab = openTab();
    expect(keyFor(otherTab, FORM)).toBe(key);
    otherTab.keepSent(null);
    expect(keyFor(otherTab, FORM)).not.toBe(key);
  });

  test('another form goes out under another key', () => {
    const tab = openTab();
    const key = keyFor(tab, FORM);
    expect(keyFor(tab, { ...FORM, content: 'Hello' })).not.toBe(key);
  });

  test('a browser that keeps nothing still repeats a form under its key', () => {
    vi.stubGlobal('localStorage', undefined);
    const tab = openTab();
    const key = keyFor(tab, FORM);
    expect(keyFor(tab, FORM)).toBe(key);
  });
});
