// @vitest-environment jsdom
// Translations survive changes of the English: sentences with a new wording stay translated, and new texts
// are shown in English.
import { loginRequest } from '@godwit/contract/accounts/accounts';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError, errorMessage } from '../api/errors.ts';
import { adoptLanguage } from './language.ts';
import { shared } from './shared/en.ts';
import { translate } from './translate.ts';
import { useText } from './useText.ts';
import { withTexts } from './withTexts.tsx';

const NEW_WORDING = 'Type the address that you sign in with';
const CONFLICT = 1013;

vi.mock('@godwit/contract/sentences/access', async (original) => ({
  ...(await original<object>()),
  EMAIL_REQUIRED: 'Type the address that you sign in with',
}));

// Simulates texts that are not translated yet.
vi.mock('./shared/ta.ts', async (original) => {
  const { ta } = await original<{ ta: Record<string, string> }>();
  const { 'action.undo': _undo, ...others } = ta;
  return { ta: others };
});
vi.mock('./sentences/ta.ts', async (original) => {
  const { errors, sentences } = await original<typeof import('./sentences/ta.ts')>();
  const { conflict: _conflict, field: _field, ...others } = errors;
  return { errors: others, sentences };
});

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const TAMIL = /^[\u0b80-\u0bff]/;

describe('in Tamil', () => {
  beforeAll(() => adoptLanguage('ta'));

  it('a sentence with a new English wording keeps its translation', () => {
    const issue = loginRequest.safeParse({ email: '', password: 'P' }).error?.issues[0];
    expect(issue?.message).toBe(NEW_WORDING);
    expect(translate(NEW_WORDING)).toBe('மின்னஞ்சல் தேவை');
    expect(translate('Email is required')).toBe('Email is required');
  });

  it('a text that is not translated shows in English beside translated ones', () => {
    const root = createRoot(document.createElement('div'));
    const shown: string[] = [];
    function Page() {
      const t = useText();
      shown.push(t('action.undo'), t('action.cancel'));
      return null;
    }
    act(() => root.render(createElement(withTexts(Page, shared))));
    act(() => root.unmount());
    expect(shown.slice(0, 2)).toEqual([shared['action.undo'], expect.stringMatching(TAMIL)]);
  });

  it('an error that is not translated shows the English of the server', () => {
    const error = new ApiError(409, { code: CONFLICT, description: 'New.', fields: { name: 'Odd.' } }, null);
    expect([errorMessage(error), error.fields.name]).toEqual(['New.', 'Odd.']);
  });
});
