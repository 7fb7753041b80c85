// The steps of a request for a sender id, and which of them is on screen.
import { describe, expect, it } from 'vitest';
import { firstOpen, problemsAt, stepShown, stepsOf } from './steps.ts';

const OWN = { for_client: false, owner_scheme: '' };
const ALL = ['owner', 'name', 'content', 'evidence', 'summary'];

describe('the steps', () => {
  it.each([
    ['an owner without a number', OWN, false, ALL.filter((step) => step !== 'evidence')],
    ['documents', OWN, true, ALL],
    ['an owner with a number', { ...OWN, owner_scheme: 'ABN' }, false, ALL],
    ['a client', { ...OWN, for_client: true }, false, ALL],
  ])('with %s', (_what, values, addsDocuments, steps) => {
    expect(stepsOf(values, addsDocuments)).toEqual(steps);
  });

  const steps = stepsOf(OWN, false);
  it.each([
    ['the first one', null, { legal_name: 'Required' }, 'owner'],
    ['a wanted one that is reached', 'name', { description: 'Required' }, 'name'],
    [
      'the first one with an error, if the wanted one is not reached',
      'summary',
      { sender_id: 'Short' },
      'name',
    ],
    [
      'the first one with an error, if there is no such step',
      'evidence',
      { description: 'Required' },
      'content',
    ],
    ['the summary, if nothing is missing', 'summary', {}, 'summary'],
  ])('show %s', (_what, wanted, problems, shown) => {
    expect(stepShown(steps, wanted, problems)).toBe(shown);
  });

  it('have the errors of their own fields', () => {
    const problems = { legal_name: 'Required', sender_id: 'Short', consent: 'Missing', name_basis: 'Choose' };
    expect(problemsAt('owner', problems)).toEqual({ legal_name: 'Required' });
    expect(problemsAt('evidence', problems)).toEqual({ consent: 'Missing', name_basis: 'Choose' });
    expect(firstOpen(steps, { name_basis: 'Choose' })).toBe('summary');
  });
});
