// Finds sections, calls, fields and errors of the reference by their names, then by their descriptions.
import type { OpenApi } from '../../api/reference.ts';
import { translate } from '../../text/translate.ts';
import { allErrors, answerFields, type Call, type Field, fieldsOf, idOf, requestFields } from './fields.ts';

/** A place on the page: its link, what it is called, and where it is or what it means. */
export type Place = { href: string; title: string; detail: string; description: string };

/** The most places that are shown. */
const MAX_FOUND = 20;

/** How the menu names a call, and the section of the fields of a message. */
type Titles = { titleOf: (call: Call) => string; messageTitle: string };

/** The calls, fields and errors of the description. */
export function placesOf(api: OpenApi, calls: readonly Call[], { titleOf, messageTitle }: Titles): Place[] {
  const ofCalls = calls.flatMap((call) => {
    const { method, path, operation } = call;
    const href = `#${idOf(call)}`;
    const title = titleOf(call);
    return [
      { href, title, detail: `${method} ${path}`, description: translate(operation.description) },
      ...fieldPlaces({ href, detail: title }, [
        ...requestFields(operation, api),
        ...(answerFields(operation, api) ?? []),
      ]),
    ];
  });
  const message = fieldsOf(api.components.schemas.Message ?? {}, api);
  const errors = allErrors(api).map(({ code, name, description }) => ({
    ...{ href: `#error-${code}`, title: String(code), detail: translate(description), description: name },
  }));
  return [...ofCalls, ...fieldPlaces({ href: '#sms-object', detail: messageTitle }, message), ...errors];
}

/** A place for each name, of which a request and its answer can have the same. */
function fieldPlaces(section: Pick<Place, 'href' | 'detail'>, fields: readonly Field[]): Place[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return [...byName.values()].map(({ name, description }) => ({
    ...section,
    title: name,
    description: translate(description),
  }));
}

/** The names and descriptions of each section in one text, by its link. */
export const outlinesOf = (places: readonly Place[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(places, ({ href }) => href)].map(([href, own]) => [
      href,
      own.map(({ title, description }) => `${title} ${description}`.replaceAll('`', '')).join('\n'),
    ]),
  );

/** The places for a query, the best first: a name that is the query, begins with it, or has it. */
export function findPlaces(places: readonly Place[], query: string): Place[] {
  const asked = query.trim().toLowerCase();
  const words = asked.split(/\s+/);
  const rankOf = ({ title, detail, description }: Place): number => {
    const name = title.toLowerCase();
    if (name === asked) return 0;
    if (name.startsWith(asked)) return 1;
    if (name.includes(asked)) return 2;
    const all = `${name} ${detail} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word)) ? 3 : 4;
  };
  const ranked = places.map((place) => ({ place, rank: rankOf(place) })).filter(({ rank }) => rank < 4);
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MAX_FOUND)
    .map(({ place }) => place);
}
