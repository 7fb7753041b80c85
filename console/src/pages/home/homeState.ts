// What Home shows, as its address carries it: the days of everything on it, and how the chart is shown.
import { type Days, parseDays } from '../../days.ts';

export type View = 'graph' | 'table';

export type HomeState = { days: Days; view: View };

/** Reads an address; what it leaves out or spells wrong takes its default. */
export const parseHomeState = (params: URLSearchParams): HomeState => ({
  days: parseDays(params),
  view: params.get('view') === 'table' ? 'table' : 'graph',
});
