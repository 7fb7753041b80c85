// The turns of teams: how many messages each may have in a pick, and which team the next pick begins after.

/** The most messages of each of some teams in a pick of `limit`: at most one more for the first ones. */
export function partsOf(teams: number, limit: number): number[] {
  const [least, more] = [Math.floor(limit / teams), limit % teams];
  return Array.from({ length: teams }, (_, place) => least + (place < more ? 1 : 0));
}

/** `limit`: the most messages of all teams together. */
type Pick = { teams: readonly string[]; limit: number };

/** `claimed`: the teams of the messages found, in the order of teams. `served`: those that got a slot. */
type Taken = { claimed: readonly string[]; served: ReadonlySet<string> };

/**
 * Returns the team after which the next pick begins; null if it begins as this one did. A team that found no
 * slot comes first next time. Else the next pick begins after the teams that could have one message more, so
 * that all have it in turn: with another step, a steady limit would give some teams more for ever.
 */
export function lastServed({ teams, limit }: Pick, { claimed, served }: Taken): string | null {
  if (claimed.length === 0) return teams.at(-1) ?? null;
  if (claimed.some((id) => !served.has(id))) return teams.findLast((id) => served.has(id)) ?? null;
  return teams.at((limit % teams.length) - 1) ?? null;
}
