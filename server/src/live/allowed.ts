// Who may still read a stream: all of a process are looked up at once, however many streams are open.

/** Whose stream: a session in a team. */
export type Reader = { sessionId: string; teamId: string };

/** What one stream asks by; `leave` when it has ended. */
export type Allowed = { isAllowed: () => Promise<boolean>; leave: () => void };

type Round = { at: number; allowed: Promise<ReadonlyMap<string, boolean>> };

/**
 * Asks `look` at most every `forMs`, about all readers who have entered, and gives what it said last in between. Who enters is allowed by
 * then, and is asked about with the next look.
 */
export function allowTogether(
  look: (readers: Reader[]) => Promise<boolean[]>,
  { forMs, now = () => performance.now() }: { forMs: number; now?: () => number },
): { enter: (reader: Reader) => Allowed } {
  const open = new Map<string, { reader: Reader; streams: number }>();
  let round: Round | undefined;

  async function lookUp(): Promise<ReadonlyMap<string, boolean>> {
    const asked = [...open];
    try {
      const said = await look(asked.map(([, { reader }]) => reader));
      return new Map(asked.map(([key], i) => [key, said[i]!]));
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
