// Tells errors of the client from those of a database that does not work.
import { expect, it } from 'vitest';
import { asRefusal } from './errors.ts';

const failure = (fields: { code: string; statusCode?: number }) =>
  Object.assign(new Error('it failed'), fields);

it.each([
  ['a database that ends a connection', { code: 'ECONNRESET' }, 'unavailable'],
  ['a client that cuts its body', { code: 'ECONNRESET', statusCode: 400 }, 'invalidArgument'],
  ['a statement that takes too long', { code: '57014' }, 'unavailable'],
  ['a lock that somebody else keeps', { code: '55P03' }, 'unavailable'],
  ['a constraint', { code: '23514' }, 'unexpected'],
])('%s is answered as what it is', (_, fields, refused) => {
  expect(asRefusal(failure(fields)).refused).toBe(refused);
});
