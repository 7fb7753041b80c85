// Parses events from a stream, however it is split.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventReader } from './live.ts';

const STREAM = [
  'retry: 2000\n\n',
  'event: ready\ndata: {}\n\n',
  ': still here\n\n',
  'event: message\r\ndata: {"id":"1",\r\ndata: "status":"SENT"}\r\n\r\n',
  'event: nothing\n\n',
  'data:plain\n\n',
  'event: refresh\ndata: {}\n',
].join('');

const EVENTS = [
  { event: 'ready', data: '{}' },
  { event: 'message', data: '{"id":"1",\n"status":"SENT"}' },
  { event: 'message', data: 'plain' },
];

test('reads complete events and skips comments and empty events', () => {
  expect(createEventReader()(STREAM)).toEqual(EVENTS);
});

test('reads the same events however the stream is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 12 }), (cuts) => {
      const read = createEventReader();
      const ends = [...cuts.toSorted((a, b) => a - b), STREAM.length];
      const pieces = ends.map((end, index) => STREAM.slice(ends[index - 1] ?? 0, end));
      // A split between \r and \n must not end an event.
      expect(pieces.flatMap(read)).toEqual(EVENTS);
    }),
  );
});
