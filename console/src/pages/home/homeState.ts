// The state of Home in its URL: the selected days, and the view of the chart.
import { type Days, parseDays } from '../../days.ts';

export type View = 'graph' | 'table';

export type HomeState = { days: Days; view: View };

/** Reads the state from a URL. Missing and invalid values get their defaults. */
export const parseHomeState = (params: URLSearchParams): HomeState => ({
  days: parseDays(params),
  view: params.get('view') === 'table' ? 'table' : 'graph',
});
