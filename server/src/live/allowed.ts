// Checks which streams may still be read. One look-up covers all streams of a process, however many are open.

/** The reader of a stream: a session in a team. */
export type Reader = { sessionId: string; teamId: string };

/** The check of one stream; call `leave` when it has ended. */
export type Allowed = { isAllowed: () => Promise<boolean>; leave: () => void };

type Round = { at: number; allowed: Promise<ReadonlyMap<string, boolean>> };

/**
 * Calls `look` with all readers at most every `forMs` milliseconds, and answers from its last result in
 * between.
 * A new reader is allowed until the next call.
 */
export function allowTogether(
  look: (readers: Reader[]) => Promise<boolean[]>,
  { forMs, now = () => performance.now() }: { forMs: number; now?: () => number },
): { enter: (reader: Reader) => Allowed } {
  const open = new Map<string, { reader: Reader; streams: number }>();
  let round: Round | undefined;

  async function lookUp(): Promise<ReadonlyMap<string, boolean>> {
    const entries = [...open];
    try {
      const allowed = await look(entries.map(([, { reader }]) => reader));
      return new Map(entries.map(([key], i) => [key, allowed[i]!]));
    } catch (error) {
      round = undefined;
      throw error;
    }
  }

  return {
    enter(reader) {
      const key = `${reader.sessionId} ${reader.teamId}`;
      const entry = open.get(key) ?? { reader, streams: 0 };
      open.set(key, entry);
      entry.streams++;
      return {
        async isAllowed() {
          if (!round || now() - round.at >= forMs) round = { at: now(), allowed: lookUp() };
          return (await round.allowed).get(key) ?? true;
        },
        leave() {
          if (--entry.streams === 0) open.delete(key);
        },
      };
    },
  };
}
