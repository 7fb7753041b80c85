// Searches lists that are loaded completely, by name: pages, settings, projects, contact groups and
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
import { findNamed, isText, MAX_RESULTS, type Named, type Result, type Results } from './find.ts';

type Page = Named & { to: string };

/** The first search word of a page is its name. */
function useSearchPages(all: readonly [id: TextId, to: string | null | false][]): Page[] {
  const t = useText();
  return all.flatMap(([id, to]) => {
    const [name = '', ...others] = t(id).split(', ');
    return to ? [{ name, others, to }] : [];
  });
}

export function useMaySend(): boolean {
  const { project } = useProjects();
  return project !== null && project.archived_at === null && may(project.role, 'send');
}

/** The pages that this person can open in this project. */
function usePages(): Page[] {
  const { project } = useProjects();
  const { id_verified: verified } = useProfile();
  const maySend = useMaySend();
  return useSearchPages([
    ['palette.home', paths.home],
    ['palette.logs', paths.logs],
    ['palette.conversations', project && paths.conversations],
    ['palette.sendSms', maySend && paths.sendSms],
    ['palette.campaignsPage', paths.campaigns],
    ['palette.newCampaign', maySend && paths.newCampaign],
    ['palette.contactsPage', paths.contacts],
    ['palette.templatesPage', maySend && paths.templates],
    ['palette.optOuts', paths.optOuts],
    ['palette.settings', project && paths.settings(project.id)],
    ['palette.usageLimits', project && paths.usageLimits(project.id)],
    ['palette.geoPermissions', project && paths.geoPermissions(project.id)],
    ['palette.incoming', project && paths.incoming(project.id)],
    ['palette.callbacks', project && paths.callbacks(project.id)],
    ['palette.webhooks', project && paths.webhooks(project.id)],
    ['palette.apiKeys', project && may(project.role, 'projects') && paths.apiKeys(project.id)],
    ['palette.smpp', project && may(project.role, 'projects') && paths.smpp(project.id)],
    ['palette.sendUrls', project && may(project.role, 'projects') && paths.sendUrls(project.id)],
    ['palette.codes', project && paths.codes(project.id)],
    ['palette.dropIns', project && may(project.role, 'projects') && paths.dropIns(project.id)],
    ['palette.senderId', project && paths.senderId],
    ['palette.api', paths.api],
    ['palette.profile', paths.profile],
    ['palette.team', paths.team],
    ['palette.billing', paths.billing],
    ['palette.verify', !verified && paths.verify],
  ]);
}

/** The project settings that this person can open. */
function useSettings(): Page[] {
  const { project } = useProjects();
  const at = (part: string, action?: Action) =>
    project && (!action || may(project.role, action)) && paths.setting(project.id, part);
  return useSearchPages([
    ['palette.projectName', at('name')],
    ['palette.keys', at('keys')],
    ['palette.timezone', at('timezone')],
    ['palette.quietHours', at('quiet-hours')],
    ['palette.callbackSecret', at('callback-secret', 'projects')],
    ['palette.archive', at('archive', 'owners')],
  ]);
}

const toResult = ({ name, to }: Page): Result => ({ key: to, to, name });

/** Finds matches for a text, one list per kind. Without a text, it lists all pages. */
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
  const [sendSms, newCampaign] = useSearchPages([
    ['palette.sendSms', paths.sendSms],
    ['palette.newCampaign', paths.newCampaign],
  ]);
  /** Matches in a list by name. */
  function found<Row extends { id: string; name: string }>(
    rows: readonly Row[] | undefined,
    open: (row: Row) => Omit<Result, 'key' | 'name'> & { name?: string },
  ): Result[] {
    if (!isWanted || !rows) return [];
    const matching = findNamed(
      rows.map((row) => ({ row, name: row.name, others: [] })),
      typed,
    );
    // A text without letters or digits has no words and matches everything.
    return matching.slice(0, MAX_RESULTS).map(({ row, name }) => ({ key: row.id, name, ...open(row) }));
  }
  const lists: [label: TextId, results: Result[]][] = [
    ['palette.pages', findNamed(pages, typed).map(toResult)],
    ['nav.settings', isWanted ? findNamed(settings, typed).map(toResult) : []],
    [
      'palette.projects',
      found(projects, ({ id, name, archived_at }) => ({
        // From a settings page, opens the same settings of the other project.
        to: area === 'settings' ? paths.settings(id, part) : paths.home,
        project: id,
        name: archived_at === null ? name : t('project.archivedName', { name }),
      })),
    ],
    ['field.groups', found(groups.data, ({ id }) => ({ to: paths.group(id) }))],
    [
      'nav.templates',
      found(templates.data, ({ name, content }) => {
        const form = hasMergeFields(content) ? newCampaign! : sendSms!;
        return { to: form.to, more: form.name, state: withTemplate({ name, content }) };
      }),
    ],
  ];
  const queries = [groups, templates];
  return {
    lists: lists.map(([label, results]): Results => ({ label: t(label), isOld: false, results })),
    isSearching: queries.some(({ data, isFetching }) => !data && isFetching),
    hasFailed: isWanted && queries.some(({ data, isError, isFetching }) => !data && isError && !isFetching),
  };
}
