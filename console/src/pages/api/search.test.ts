import { openApiDocument } from '@godwit/contract/publicApi/openApi';
import { expect, test } from 'vitest';
import type { OpenApi } from '../../api/reference.ts';
import { type Call, callsOf } from './fields.ts';
import { findPlaces, outlinesOf, placesOf } from './search.ts';

const api = openApiDocument('https://sms.example.com') as unknown as OpenApi;
const titleOf = ({ operation }: Call) => operation.summary ?? '';
const places = placesOf(api, callsOf(api), { titleOf, messageTitle: 'The SMS Object' });
const found = (query: string) => findPlaces(places, query).map(({ href, title }) => `${title} ${href}`);

test('a field is found by its name, in each call that has it', () => {
  expect(found('validity_s')[0]).toBe('validity_s #send-message');
  expect(found(' Status_Callback ')[0]).toBe('status_callback #send-message');
  expect(found('number')).toEqual(expect.arrayContaining(['number #create-contact', 'number #put-opt-out']));
});

test('a field of a message is found once, in the SMS object and not in each call that answers it', () => {
  expect(found('failure.code').filter((place) => place.startsWith('failure.code '))).toEqual([
    'failure.code #sms-object',
  ]);
});

test('an outline has every field of its call, and no field of another', () => {
  const outlines = outlinesOf(places);
  expect(outlines.get('#create-contact')).toContain('first_name ');
  expect(outlines.get('#create-contact')).not.toContain('validity_s ');
  expect(outlines.get('#send-message')).toContain('validity_s ');
});

test('an error is found by its code and by words of its sentence', () => {
  expect(found('3003')[0]).toBe('3003 #error-3003');
  expect(found('opted out').some((one) => one.includes('#error-'))).toBe(true);
});

test('a call is found by its path', () => {
  expect(found('/v1/messages/batch')).toEqual(
    expect.arrayContaining([expect.stringContaining('#send-batch')]),
  );
});

test('a name that is the query comes before one that has it, and descriptions come last', () => {
  const titles = findPlaces(places, 'code').map(({ title }) => title);
  expect(titles[0]).toBe('code');
  expect(titles).toHaveLength(20);
  expect(findPlaces(places, 'no such words here')).toEqual([]);
});
