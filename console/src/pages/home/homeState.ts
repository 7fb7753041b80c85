// What Home shows, as its address carries it: the days of the figures, those of the graphs, and how the graphs are shown.
import { type Days, DEFAULT_DAYS, parseDays } from '../../days.ts';

export type View = 'graph' | 'table';

export type HomeState = { figures: Days; graphs: Days; view: View };

const GRAPHS_PREFIX = 'graphs_';

/** Reads an address; what it leaves out or spells wrong takes its default. */
export function parseHomeState(params: URLSearchParams): HomeState {
  const ofGraphs = [...params].filter(([name]) => name.startsWith(GRAPHS_PREFIX));
  const graphs = parseDays(
    new URLSearchParams(ofGraphs.map(([name, value]) => [name.slice(GRAPHS_PREFIX.length), value])),
  );
  return {
    figures: parseDays(params),
    graphs: 'range' in graphs && graphs.range === '1d' ? DEFAULT_DAYS : graphs,
    view: params.get('view') === 'table' ? 'table' : 'graph',
  };
}

/** The address of a state, whole. */
export function formatHomeState({ figures, graphs, view }: HomeState): URLSearchParams {
  const params = new URLSearchParams({ ...figures });
  for (const [name, value] of Object.entries(graphs)) params.set(`${GRAPHS_PREFIX}${name}`, value);
  params.set('view', view);
  return params;
}
