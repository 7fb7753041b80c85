// The answers of PORTED_URL that this process keeps.

export type PortedAnswers = ReturnType<typeof openPortedAnswers>;

const CAPACITY = 200_000;

/** Opens an empty store, which drops the oldest answers first. `now` is a monotonic clock, in ms. */
export function openPortedAnswers(now: () => number) {
  const answers = new Map<string, { network: string | null; until: number }>();
  const get = (number: string) => answers.get(number)?.network ?? null;
  function keep(number: string, network: string | null, until: number) {
    answers.delete(number);
    answers.set(number, { network, until });
    if (answers.size > CAPACITY) answers.delete(answers.keys().next().value as string);
  }
  return {
    get,
    isFresh: (number: string) => (answers.get(number)?.until ?? -Infinity) > now(),
    keep,
    /** Uses the last answer until then, and none for a number without one. */
    hold: (number: string, until: number) => keep(number, get(number), until),
  };
}
