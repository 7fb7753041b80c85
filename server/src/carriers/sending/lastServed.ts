// The turns of teams: each pick begins after the team that the last one served.

/** `perTeam`: the most messages of each of `teams`. `limit`: of all of them together. */
type Pick = { teams: readonly string[]; perTeam: number; limit: number };

/** `claimed`: the teams of the messages found, in the order of teams. `served`: those that got a slot. */
type Taken = { claimed: readonly string[]; served: ReadonlySet<string> };

/**
 * Returns the team after which the next pick begins; null if it begins as this one did. A team that found no
 * slot, or was cut short by the limit, comes first next time: it would otherwise get less at each pick.
 */
export function lastServed({ teams, perTeam, limit }: Pick, { claimed, served }: Taken): string | null {
  if (claimed.length === 0) return teams.at(-1) ?? null;
  const last = claimed.at(-1);
  const isCutShort = claimed.length === limit && claimed.at(-perTeam) !== last;
  return teams.findLast((id) => served.has(id) && !(isCutShort && id === last)) ?? null;
}
