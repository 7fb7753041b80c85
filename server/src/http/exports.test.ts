import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openExports, whenClosed } from './exports.ts';

const openAnswer = (destroyed = false) => {
  const raw = Object.assign(new EventEmitter(), { destroyed });
  return { raw, reply: { raw } as unknown as Pick<FastifyReply, 'raw'> };
};

describe('exports', () => {
  it('are few of a team at a time, and a disconnected client takes no slot', () => {
    const exports = openExports();
    for (let i = 0; i < 10; i++) expect(exports.enter('a', openAnswer(true).reply).aborted).toBe(true);
    const answers = Array.from({ length: 4 }, () => openAnswer());
    for (const { reply } of answers) expect(exports.enter('a', reply).aborted).toBe(false);
    expect(() => exports.enter('a', openAnswer().reply)).toThrow();
    exports.enter('b', openAnswer().reply);
    answers[0]!.raw.emit('close');
    exports.enter('a', openAnswer().reply);
  });

  it('are made a piece at a time, one of a team', async () => {
    const exports = openExports();
    let running = 0;
    async function* pieces(name: string): AsyncGenerator<string, void> {
      for (let i = 0; i < 3; i++) {
        expect(running++).toBe(0);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        yield `${name}${i}`;
      }
    }
    const read = async (name: string) => {
      const read: string[] = [];
      for await (const piece of exports.inTurn('a', pieces(name))) read.push(piece);
      return read;
    };
    expect(await Promise.all([read('x'), read('y')])).toEqual([
      ['x0', 'x1', 'x2'],
      ['y0', 'y1', 'y2'],
    ]);
  });

  it('stop when their answer is closed', () => {
    const { raw, reply } = openAnswer();
    const signal = whenClosed(reply.raw);
    expect(signal.aborted).toBe(false);
    raw.emit('close');
    expect(signal.aborted).toBe(true);
  });
});
