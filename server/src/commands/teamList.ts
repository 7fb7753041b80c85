// `godwit team list`: finds teams as the staff console does.
import type { StaffTeamRow } from '@godwit/contract/staff/teams';
import type { Runtime } from '../runtime.ts';
import { findTeams } from '../staff/teams/teams.ts';
import type { Report } from './report.ts';
import { MOST_ROWS, table } from './table.ts';

const HEADINGS = ['id', 'name', 'owner', 'verified', 'balance', 'since', ''];

/** Lists teams whose name, people, projects or id match the words; without words all, the newest first. */
export async function teamList(runtime: Runtime, words: string[]): Promise<Report> {
  const q = words.join(' ').trim();
  const { results, total } = await findTeams(runtime, { q, page_num: 0, page_size: MOST_ROWS });
  const none = q ? `No team matches ${q}.` : 'There is no team yet.';
  return {
    text: total === 0 ? none : table(HEADINGS, results.map(rowOf), total),
    data: { total, teams: results },
  };
}

function rowOf(team: StaffTeamRow): string[] {
  return [
    team.id,
    team.name,
    team.owner_email ?? '-',
    team.verified ? 'yes' : 'no',
    `${team.currency} ${team.display_balance}`,
    team.created_at.slice(0, 10),
    team.paused ? 'paused' : '',
  ];
}
