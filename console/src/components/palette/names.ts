// The search by name in lists that are loaded whole: pages, settings and projects, groups of contacts and
// templates.
import { hasMergeFields } from '@godwit/contract/messages/mergeFields';
import { type Action, may } from '@godwit/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { groupsQuery } from '../../api/contacts.ts';
import { templatesQuery } from '../../api/templates.ts';
import { paths } from '../../paths.ts';
import { useProfile, useProjects, withTemplate } from '../../session/context.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';

/**
 * Something that can be opened. `more` stands behind its name; `project` is selected then, and `state` goes
 * along.
 */
export type Result = {
  key: string;
  to: string;
  name: string;
  more?: string;
  project?: string;
  state?: unknown;
};

/** `isOld`: it is what was found for the text before, while that of the present one is on its way. */
export type Results = { label: string; isOld: boolean; results: Result[] };

/** Something with a name, and other words that find it. */
export type Named = { name: string; others: string[] };
type Place = Named & { to: string };

export const FEW = 5;
export const FEWEST_CHARACTERS = 2;

/** Whether so much is typed that it is looked for in what people have written. */
export const isText = (typed: string): boolean => typed.length >= FEWEST_CHARACTERS;

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[\s\-_/]+/)
    .filter(Boolean);

/**
 * Those of whose words every typed one is the beginning of one: by their names first, then by their other
 * words. All before that.
 */
export function findNamed<One extends Named>(all: readonly One[], typed: string): One[] {
  const wanted = wordsOf(typed);
  const isIn = (texts: string[]) => {
    const words = texts.flatMap(wordsOf);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  const named = all.filter(({ name }) => isIn([name]));
  const meant = all.filter((one) => !named.includes(one) && isIn([one.name, ...one.others]));
  return wanted.length === 0 ? [...all] : [...named, ...meant].slice(0, FEW);
}

/** The first of the words by which a place is found is its name. */
function usePlaces(all: readonly [words: TextId, to: string | null | false][]): Place[] {
  const t = useText();
  return all.flatMap(([id, to]) => {
    const [name = '', ...others] = t(id).split(', ');
    return to ? [{ name, others, to }] : [];
  });
}

function useMaySend(): boolean {
  const { project } = useProjects();
  return project !== null && project.archived_at === null && may(project.role, 'send');
}

/** The pages there are for this person in this project. */
function usePages(): Place[] {
  const { project } = useProjects();
  const { id_verified: verified } = useProfile();
  const maySend = useMaySend();
  return usePlaces([
    ['palette.home', paths.home],
    ['palette.logs', paths.logs],
    ['palette.conversations', project && paths.conversations],
    ['palette.sendSms', maySend && paths.sendSms],
    ['palette.campaignsPage', paths.campaigns],
    ['palette.newCampaign', maySend && paths.newCampaign],
    ['palette.contactsPage', paths.contacts],
    ['palette.optOuts', paths.optOuts],
    ['palette.settings', project && paths.settings(project.id)],
    ['palette.usageLimits', project && paths.usageLimits(project.id)],
    ['palette.geoPermissions', project && paths.geoPermissions(project.id)],
    ['palette.incoming', project && paths.incoming(project.id)],
    ['palette.callbacks', project && paths.callbacks(project.id)],
    ['palette.smpp', project && may(project.role, 'projects') && paths.smpp(project.id)],
    ['palette.senderId', project && paths.senderId],
    ['palette.api', paths.api],
    ['palette.profile', paths.profile],
    ['palette.team', paths.team],
    ['palette.billing', paths.billing],
    ['palette.verify', !verified && paths.verify],
  ]);
}

/** The settings of the project that this person sees. */
function useSettings(): Place[] {
  const { project } = useProjects();
  const at = (part: string, action?: Action) =>
    project && (!action || may(project.role, action)) && paths.setting(project.id, part);
  return usePlaces([
    ['palette.projectName', at('name')],
    ['palette.keys', at('keys')],
    ['palette.timezone', at('timezone')],
    ['palette.quietHours', at('quiet-hours')],
    ['palette.callbackSecret', at('callback-secret', 'projects')],
    ['palette.archive', at('archive', 'owners')],
  ]);
}

const toResult = ({ name, to }: Place): Result => ({ key: to, to, name });

/** Finds the matches for a text, one list for each kind; all pages are there before anything is typed. */
export function useNamed(typed: string) {
  const t = useText();
  const { projects, project } = useProjects();
  const isWanted = isText(typed);
  const groups = useQuery({ ...groupsQuery, enabled: isWanted });
  const templates = useQuery({
    ...templatesQuery(project?.id ?? ''),
    enabled: useMaySend() && isWanted,
  });
  const pages = usePages();
  const settings = useSettings();
  const [, area, , part] = useLocation().pathname.split('/');
  const [sendSms, newCampaign] = usePlaces([
    ['palette.sendSms', paths.sendSms],
    ['palette.newCampaign', paths.newCampaign],
  ]);
  /** Those of a list by their names. */
  function found<Row extends { id: string; name: string }>(
    rows: readonly Row[] | undefined,
    open: (row: Row) => Omit<Result, 'key' | 'name'> & { name?: string },
  ): Result[] {
    if (!isWanted || !rows) return [];
    const matching = findNamed(
      rows.map((row) => ({ row, name: row.name, others: [] })),
      typed,
    );
    // A text of signs alone has no words, and matches all.
    return matching.slice(0, FEW).map(({ row, name }) => ({ key: row.id, name, ...open(row) }));
  }
  const lists: [label: TextId, results: Result[]][] = [
    ['palette.pages', findNamed(pages, typed).map(toResult)],
    ['nav.settings', isWanted ? findNamed(settings, typed).map(toResult) : []],
    [
      'palette.projects',
      found(projects, ({ id, name, archived_at }) => ({
        // From settings to the same ones.
        to: area === 'settings' ? paths.settings(id, part) : paths.home,
        project: id,
        name: archived_at === null ? name : t('project.archivedName', { name }),
      })),
    ],
    ['field.groups', found(groups.data, ({ id }) => ({ to: paths.group(id) }))],
    [
      'palette.templates',
      found(templates.data, ({ name, content }) => {
        const form = hasMergeFields(content) ? newCampaign! : sendSms!;
        return { to: form.to, more: form.name, state: withTemplate({ name, content }) };
      }),
    ],
  ];
  const asked = [groups, templates];
  return {
    lists: lists.map(([label, results]): Results => ({ label: t(label), isOld: false, results })),
    isSearching: asked.some(({ data, isFetching }) => !data && isFetching),
    hasFailed: isWanted && asked.some(({ data, isError, isFetching }) => !data && isError && !isFetching),
  };
}
