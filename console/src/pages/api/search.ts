// Finds sections, calls, fields and errors of the reference by their names, then by their descriptions.
import type { OpenApi } from '../../api/reference.ts';
import { translate } from '../../text/translate.ts';
import { allErrors, type Call, fieldsOf, idOf, parameterFields, successOf } from './fields.ts';

/** A place on the page: its link, what it is called, and where it is or what it means. */
export type Place = { href: string; title: string; detail: string; description: string };

/** The most places that are shown. */
const MAX_FOUND = 20;

/** The calls, fields and errors of the description. `titleOf` names a call as the menu does. */
export function placesOf(api: OpenApi, calls: readonly Call[], titleOf: (call: Call) => string): Place[] {
  const ofCalls = calls.flatMap((call) => {
    const { method, path, operation } = call;
    const href = `#${idOf(call)}`;
    const title = titleOf(call);
    const body = operation.requestBody?.content['application/json']?.schema;
    const fields = [
      ...(body ? fieldsOf(body, api) : []),
      ...parameterFields(operation.parameters ?? []),
      ...fieldsOf(successOf(operation).schema, api),
    ];
    const byName = new Map(fields.map((field) => [field.name, field]));
    return [
      { href, title, detail: `${method} ${path}`, description: translate(operation.description) },
      ...[...byName.values()].map(({ name, description }) => ({
        ...{ href, title: name, detail: title, description: translate(description) },
      })),
    ];
  });
  const errors = allErrors(api).map(({ code, name, description }) => ({
    ...{ href: `#error-${code}`, title: String(code), detail: translate(description), description: name },
  }));
  return [...ofCalls, ...errors];
}

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
