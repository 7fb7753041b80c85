// Geo Permissions: which countries the project sends nothing to, by dial code.
import type { Continent } from '@godwit/contract/numbers/countries';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Box, Button, Checkbox, CloseButton, Flex, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { retryAfterText } from '../../api/errors.ts';
import { blockCodes, regionsQuery } from '../../api/projects.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { toastError, toastInfo, toastSuccess } from '../../components/toast/toast.ts';
import { useLanguage } from '../../text/language.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './GeoPermissionsPage.module.css';
import {
  type BlockedPart,
  blockedParts,
  codesOf,
  countChanges,
  extentOf,
  type Place,
  type PlaceGroup,
  searchPlaces,
  toGroups,
  withCodes,
} from './places.ts';
import { SaveRow } from './SaveRow.tsx';
import { useKeepProject, useShownProject } from './shownProject.ts';

const LONGEST_SEARCH = 60;

export default function GeoPermissionsPage() {
  const project = useShownProject();
  const { data, error, refetch } = useQuery(regionsQuery);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCard heights={[320]} />;
  return may(project.role, 'projects') ? (
    <Permissions project={project} continents={data} />
  ) : (
    <Card padded={false}>
      <BlockedParts groups={toGroups(data)} blocked={new Set(project.blocked_codes)} />
    </Card>
  );
}

function Permissions({ project, continents }: { project: Project; continents: Continent[] }) {
  const t = useText();
  const { language } = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: countries are named in the language
  const groups = useMemo(() => toGroups(continents), [continents, language]);
  const [search, setSearch] = useState('');
  const { chosen, set, changes, save, cancel, busy } = useChoice(project);
  const found = searchPlaces(groups, search);
  return (
    <Card padded={false}>
      <BlockedParts groups={groups} blocked={chosen} onAllow={(codes) => set(codes, false)} />
      <Box className="ruled" px={{ base: 16, xs: 24 }} py={16}>
        <SearchField q={search} onSearch={setSearch} hint={t('geo.searchHint')} maxLength={LONGEST_SEARCH} />
        <Text c="dimmed" fz={13} mt={8}>
          {t('geo.longest')}
        </Text>
      </Box>
      {found.map((group) => (
        <ContinentPart
          key={group.name}
          group={group}
          groups={groups}
          blocked={chosen}
          searched={search !== ''}
          onSet={set}
        />
      ))}
      {found.length === 0 ? <EmptyState text={t('geo.noMatch')} /> : null}
      {/* Below a long list the way to save it stays in view. */}
      <SaveRow
        words={changes > 0 ? t('geo.changes', { changes }) : null}
        busy={busy}
        onCancel={cancel}
        onSave={save}
        pos="sticky"
        bottom={0}
        bg="var(--surface)"
        bdrs="0 0 8px 8px"
      />
    </Card>
  );
}

/** Holds the chosen blocks until the user saves or discards them. */
function useChoice(project: Project) {
  const t = useText();
  const keep = useKeepProject();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(project.blocked_codes));
  const changes = countChanges(chosen, project.blocked_codes);

  const { run, busy } = useAction({
    call: async () => {
      keep(await blockCodes(project.id, [...chosen]));
      toastSuccess(t('geo.saved'));
    },
    onError: (error) => {
      toastError(retryAfterText(error) ?? t('geo.failed'));
      return true;
    },
  });

  return {
    chosen,
    changes,
    busy,
    save: () => (changes === 0 ? toastInfo(t('settings.noChanges')) : run()),
    set: (codes: readonly string[], block: boolean) => setChosen(withCodes(chosen, codes, block)),
    cancel: () => setChosen(new Set(project.blocked_codes)),
  };
}

// A continent of Geo Permissions: opened to tick its countries, or blocked and allowed as a whole.
type Props = {
  /** Its countries, or those that are searched for. */
  group: PlaceGroup;
  /** All of them, to tell which countries share a code. */
  groups: readonly PlaceGroup[];
  blocked: ReadonlySet<string>;
  /** If set, the list shows the matches and nothing needs to be expanded. */
  searched: boolean;
  onSet: (codes: readonly string[], block: boolean) => void;
};

function ContinentPart({ group, groups, blocked, searched, onSet }: Props) {
  const t = useText();
  const list = useId();
  const [unfolded, { toggle }] = useDisclosure(false);
  const opened = unfolded || searched;
  const { name, places } = group;
  const codes = codesOf(places);
  const count = places.filter((place) => extentOf(place.codes, blocked) !== 'none').length;
  const isAll = extentOf(codes, blocked) === 'all';
  return (
    <section className="ruled">
      <Flex
        align="center"
        wrap={{ base: 'wrap', xs: 'nowrap' }}
        gap={{ base: 8, xs: 16 }}
        mih={56}
        py={8}
        pl={{ base: 8, xs: 16 }}
        pr={{ base: 16, xs: 24 }}
      >
        <Title order={3} flex={{ base: '1 1 90px', xs: 1 }} size="h4">
          <UnstyledButton
            className={classes.fold}
            aria-expanded={opened}
            aria-controls={list}
            onClick={toggle}
          >
            <IconChevronRight size={16} stroke={2} aria-hidden="true" />
            {name}
          </UnstyledButton>
        </Title>
        <Text ml="auto" {...(count > 0 ? { fw: 500 } : { c: 'dimmed' })} style={{ whiteSpace: 'nowrap' }}>
          {t('geo.count', { count, total: places.length })}
        </Text>
        {searched ? null : (
          <Button
            variant="subtle"
            size="xs"
            ml="auto"
            aria-label={t(isAll ? 'geo.allowContinent' : 'geo.blockContinent', { continent: name })}
            onClick={() => onSet(codes, !isAll)}
          >
            {t(isAll ? 'geo.allowAll' : 'geo.blockAll')}
          </Button>
        )}
      </Flex>
      <ul id={list} className={classes.places} hidden={!opened}>
        {opened
          ? places.map((place) => (
              <li key={place.iso2}>
                <PlaceCheckbox place={place} groups={groups} blocked={blocked} onSet={onSet} />
              </li>
            ))
          : null}
      </ul>
    </section>
  );
}

function PlaceCheckbox({
  place,
  groups,
  blocked,
  onSet,
}: { place: Place } & Omit<Props, 'group' | 'searched'>) {
  const t = useText();
  const extent = extentOf(place.codes, blocked);
  const others = groups
    .flatMap(({ places }) => places)
    .filter(({ iso2, codes }) => iso2 !== place.iso2 && codes.some((code) => place.codes.includes(code)));
  return (
    <Checkbox
      checked={extent === 'all'}
      indeterminate={extent === 'some'}
      onChange={(event) => onSet(place.codes, event.currentTarget.checked)}
      label={
        <>
          {place.name}{' '}
          <Text span c="dimmed">
            {place.codes.map((code) => `+${code}`).join(', ')}
          </Text>
        </>
      }
      {...(others.length > 0
        ? { description: t('geo.sharedWith', { names: others.map(({ name }) => name).join(', ') }) }
        : {})}
    />
  );
}

// Summarizes the places that a project blocks. The user can allow each part again if the role permits it.
type BlockedPartsProps = {
  groups: readonly PlaceGroup[];
  blocked: ReadonlySet<string>;
  /** Left out for those who only look. */
  onAllow?: (codes: readonly string[]) => void;
};

function BlockedParts({ groups, blocked, onAllow }: BlockedPartsProps) {
  const t = useText();
  const parts = blockedParts(groups, blocked);
  const nameOf = (part: BlockedPart): string =>
    'continent' in part ? t('geo.allOf', { continent: part.continent }) : part.names.join(', ');
  return (
    <Box component="section" p={{ base: 16, xs: 24 }}>
      <CardTitle>{t('geo.title')}</CardTitle>
      <Text c="dimmed" mt={4}>
        {t(parts.length === 0 ? 'geo.none' : 'geo.text')}
      </Text>
      {parts.length === 0 ? null : (
        <Group component="ul" gap={8} mt={16} aria-label={t('geo.title')}>
          {parts.map((part) => (
            <li key={nameOf(part)} className={classes.part}>
              <span>{nameOf(part)}</span>
              {'names' in part ? <span className={classes.code}>{`+${part.codes[0]}`}</span> : null}
              {onAllow ? (
                <CloseButton
                  size={24}
                  iconSize={14}
                  aria-label={t('geo.allowOne', { name: nameOf(part) })}
                  onClick={() => onAllow(part.codes)}
                />
              ) : null}
            </li>
          ))}
        </Group>
      )}
    </Box>
  );
}
