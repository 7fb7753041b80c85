// @vitest-environment jsdom
// Tests the validation of a campaign's draft, and its storage in the browser.
import { countSegments } from '@godwit/contract/messages/segments';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignFields } from '../../api/campaigns.ts';
import { contentProblem } from '../../components/message/MessageField.tsx';
import { openDraftSlot } from '../../session/draftSlot.ts';
import type { Translate } from '../../text/useText.ts';
import { checkDraft, type Draft, EMPTY_DRAFT, idempotencyKeyFor, isEmpty, readDraft } from './draft.ts';

const t = ((id: string) => id) as unknown as Translate;
const NOW = new Date('2026-11-20T09:00:00Z');
const GOOD: Draft = { ...EMPTY_DRAFT, name: 'Sale', groups: ['g1'], content: 'Hi {first_name}' };
const CONTEXT = { groups: 1 as number | null, from: 'SANDBOX' as string | null, timezone: 'UTC', now: NOW };

const countOf = (content: string) => countSegments(content, { promotional: false });
const check = (draft: Partial<Draft>, context: Partial<typeof CONTEXT> = {}) => {
  const complete = { ...GOOD, ...draft };
  return checkDraft(complete, { ...CONTEXT, ...context, count: countOf(complete.content) }, t);
};

describe('the errors that prevent a review', () => {
  test('are none for a complete draft', () => {
    expect(check({})).toEqual({});
  });

  test('name each missing part as in the specification', () => {
    expect(check({ name: ' ', content: '' }, { groups: 0, from: null })).toEqual({
      name: 'compose.nameRequired',
      groups: 'compose.groupsRequired',
      content: 'send.contentRequired',
      from: 'send.senderRequired',
    });
  });

  test('include a time that has passed', () => {
    expect(check({ at: '2026-11-20 08:00:00' })).toEqual({ at: 'send.timePast' });
  });

  test('do not require groups for a retry', () => {
    expect(check({ groups: [] }, { groups: null })).toEqual({});
  });
});

describe('a text', () => {
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

describe('a stored draft', () => {
  const SCOPE = { kind: 'campaign', of: 'new', personId: 'u1', projectId: 'p1' } as const;
  const FORM: CampaignFields = {
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

  /** Opens another tab, whose session storage is empty. */
  function openTab(scope: Parameters<typeof openDraftSlot>[0] = SCOPE) {
    sessionStorage.clear();
    const slot = openDraftSlot(scope);
    return { ...slot, read: readDraft(slot.draft) };
  }

  test('is kept for its author and project only', () => {
    openTab().keepDraft(GOOD);
    expect(openTab().read).toEqual(GOOD);
    expect(openTab({ ...SCOPE, personId: 'u2' }).read).toBeNull();
    expect(openTab({ ...SCOPE, projectId: 'p2' }).read).toBeNull();
    openTab().keepDraft(null);
    expect(openTab().read).toBeNull();
  });

  test('is separate in two tabs, even after a reload', () => {
    const first = openTab();
    const memory = { ...sessionStorage };
    const second = openTab();
    first.keepDraft({ ...GOOD, name: 'First' });
    second.keepDraft({ ...GOOD, name: 'Second' });
    expect(readDraft(openDraftSlot(SCOPE).draft)?.name).toBe('Second');
    for (const [key, text] of Object.entries(memory)) sessionStorage.setItem(key, text);
    expect(readDraft(openDraftSlot(SCOPE).draft)?.name).toBe('First');
  });

  test('is separate for a new campaign, each copy and each edit', () => {
    const scopes = ['new', 'copy-c1', 'copy-c2', 'edit-c1'].map((of) => ({ ...SCOPE, of }));
    for (const scope of scopes) openTab(scope).keepDraft({ ...GOOD, name: scope.of });
    expect(scopes.map((scope) => openTab(scope).read?.name)).toEqual(scopes.map(({ of }) => of));
  });

  test.each(['nonsense', '7', '{"name":7}', '{"name":"a","content":"b","groups":[1],"from":null,"at":null}'])(
    'is null if the stored text is invalid: %s',
    (text) => {
      expect(readDraft(text)).toBeNull();
    },
  );

  test('is not worth keeping with only a sender', () => {
    expect(isEmpty({ ...EMPTY_DRAFT, from: 'SANDBOX', name: ' ' })).toBe(true);
    expect(isEmpty({ ...EMPTY_DRAFT, content: ' ' })).toBe(false);
  });

  test('sends the same request with the same key until it has arrived, even from another tab', () => {
    const tab = openTab();
    tab.keepDraft(GOOD);
    const key = idempotencyKeyFor(tab, FORM);
    expect(idempotencyKeyFor(tab, FORM)).toBe(key);
    const otherTab = openTab();
    expect(idempotencyKeyFor(otherTab, FORM)).toBe(key);
    otherTab.keepSent(null);
    expect(idempotencyKeyFor(otherTab, FORM)).not.toBe(key);
  });

  test('sends another request with another key', () => {
    const tab = openTab();
    const key = idempotencyKeyFor(tab, FORM);
    expect(idempotencyKeyFor(tab, { ...FORM, content: 'Hello' })).not.toBe(key);
  });

  test('repeats a request with its key even without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    const tab = openTab();
    const key = idempotencyKeyFor(tab, FORM);
    expect(idempotencyKeyFor(tab, FORM)).toBe(key);
  });
});
