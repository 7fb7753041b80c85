// The search of staff (Ctrl K): pages, and teams and people by name, email or id.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  type Found,
  findNamed,
  foundOnServer,
  isPlainNumber,
  isText,
  MIN_CHARACTERS,
  outcomeOf,
  type Result,
  SEARCH_AFTER_MS,
} from '../../components/palette/find.ts';
import { Palette } from '../../components/palette/Palette.tsx';
import type { PaletteProps } from '../../components/palette/usePalette.tsx';
import { shortId } from '../../format.ts';
import { palette } from '../../text/palette/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { foundQuery } from '../api/teams.ts';
import { staffPalette } from '../paletteText.ts';
import { staffPaths } from '../paths.ts';
import { useAreas } from '../shell/areas.ts';

function Dialogs(props: PaletteProps) {
  const t = useText();
  return <Palette {...props} hint={t('staff.palette.hint')} useResults={useResults} />;
}

export const StaffPalette = withTexts(Dialogs, { ...palette, ...staffPalette });

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHORTEST_NUMBER = 5;
const FIRST_PAGE = { page: 1, page_size: 25 } as const;

function useResults(text: string): Found {
  const t = useText();
  const typed = text.trim();
  const [q] = useDebouncedValue(typed, SEARCH_AFTER_MS);
  const enabled = isText(q);
  const teams = useQuery({ ...foundQuery('GET /teams', { q, ...FIRST_PAGE }), enabled });
  const users = useQuery({ ...foundQuery('GET /users', { q, ...FIRST_PAGE }), enabled });
  const pages = usePages(typed);
  const onServer = [
    foundOnServer(
      {
        label: t('staff.nav.teams'),
        may: isText,
        query: teams,
        toResult: ({ id, name, owner_email: owner }) => ({
          key: id,
          to: staffPaths.team(id),
          name,
          ...(owner ? { more: owner } : {}),
        }),
      },
      { typed, q },
    ),
    foundOnServer(
      {
        label: t('staff.nav.users'),
        may: isText,
        query: users,
        toResult: ({ id, name, email }) => ({ key: id, to: staffPaths.user(id), name, more: email }),
      },
      { typed, q },
    ),
  ];
  const groups = [
    { label: t('palette.pages'), isOld: false, results: pages },
    ...onServer.map(({ group }) => group),
    { label: t('staff.nav.trace'), isOld: false, results: useTraces(typed) },
  ].filter(({ results }) => results.length > 0);
  const isSearching = onServer.some((kind) => kind.isSearching);
  const hasFailed = onServer.some((kind) => kind.hasFailed);
  const count = groups.flatMap(({ results }) => results).length;
  const nothing = isText(typed) ? t('staff.palette.nothing') : t('palette.short', { count: MIN_CHARACTERS });
  return { groups, isSearching, outcome: outcomeOf({ isSearching, hasFailed, count, nothing }, t) };
}

/** The pages of the role, by their name or that of their area. */
function usePages(typed: string): Result[] {
  const all = useAreas().flatMap(({ label: area, pages }) =>
    pages.map(({ label, to }) => ({ key: to, to, name: label, more: area, others: [area] })),
  );
  return findNamed(all, typed).map(({ others: _, ...result }) => result);
}

/** The trace of the message whose id was typed, or of the messages of a phone number. */
function useTraces(typed: string): Result[] {
  const t = useText();
  if (isPlainNumber(typed) && typed.replace(/\D/g, '').length >= SHORTEST_NUMBER) {
    const to = staffPaths.traceOfNumber(typed);
    return [{ key: 'trace', to, name: t('staff.palette.traceNumber', { number: typed }) }];
  }
  if (!ID.test(typed)) return [];
  const id = typed.toLowerCase();
  return [{ key: 'trace', to: staffPaths.traceOf(id), name: t('staff.palette.trace', { id: shortId(id) }) }];
}
