// The calls of the public API about events.
import * as api from '../sentences/events.ts';
import { errors, type PublicCall } from './call.ts';
import { listEventsAnswer, listEventsQuery } from './events.ts';
import { EVENT_EXAMPLE } from './examples.ts';

export const EVENT_CALLS: readonly PublicCall[] = [
  {
    id: 'listEvents',
    tag: 'Events',
    method: 'GET',
    path: '/v1/events',
    scope: 'events',
    summary: 'Get events',
    description: api.LIST_EVENTS_CALL,
    query: listEventsQuery,
    answer: {
      status: 200,
      description: 'The next events.',
      schema: listEventsAnswer,
      example: { results: [EVENT_EXAMPLE], next: EVENT_EXAMPLE.id },
    },
    errors: errors('notFound'),
  },
];
