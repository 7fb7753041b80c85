// Measures whether the time of a check of a one-time code reveals which verifications exist.
import { createAccount, startStack } from './stack.ts';
import { median, type Result } from './table.ts';

/** Checks of each kind, in turn. */
const ROUNDS = 300;
/** The fifth wrong code ends a verification, which is more work than counting. */
const CHECKS_OF_ONE = 4;
const NOBODYS = '019aa0b4-6f00-7c3e-9d52-0c1e5a3f9c21';

/** Measures checks of a wrong code, of an unknown id and of another team's id, in turn. */
export async function codes(): Promise<Result[]> {
  const stack = await startStack('web');
  try {
    const [mine, theirs] = [await createAccount(stack.url), await createAccount(stack.url)];
    async function call(path: string, authorization: string, body: object) {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${stack.url}/v1/verifications${path}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      });
      return (await answer.json()) as { id: string; valid?: boolean; code?: number };
    }
    // None ends in 0011 or 0012, whose codes expire or are blocked in TEST.
    let number = 100_100;
    const start = async (authorization: string) => {
      const { id } = await call('', authorization, { to: `+94771${number++}`, from: 'SANDBOX' });
      return id;
    };

    const foreign = await start(theirs.authorization);
    const times = { wrong: [] as number[], nobodys: [] as number[], foreign: [] as number[] };
    let id = '';
    for (let round = 0; round < ROUNDS; round++) {
      if (round % CHECKS_OF_ONE === 0) id = await start(mine.authorization);
      const turn = Object.entries({ wrong: id, nobodys: NOBODYS, foreign });
      // The call after the start of a verification is slower, so each kind is the first as often.
      for (let first = round % turn.length; first > 0; first--) turn.push(turn.shift()!);
      for (const [kind, checked] of turn) {
        const began = performance.now();
        const { valid, code } = await call(`/${checked}/check`, mine.authorization, { code: '000000' });
        times[kind as keyof typeof times].push(performance.now() - began);
        if (kind === 'wrong' ? valid !== false : code !== 1001) throw new Error(`${kind}: ${valid}, ${code}`);
      }
    }
    const row = (what: string, of: number[]): Result => ({
      ...{ what, perSecond: 1_000 / median(of), note: `median ${median(of).toFixed(2)} ms` },
    });
    return [
      row('check of an id that nobody has', times.nobodys),
      row("check of another team's id", times.foreign),
      row('check of a wrong code', times.wrong),
    ];
  } finally {
    await stack.stop();
  }
}
