// Geo Permissions: the countries that a project sends to, by dial code. The usual ones come first; the others
// are below a search, by continent.
import type { Continent } from '@godwit/contract/numbers/countries';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Box, Button, CloseButton, Flex, Group, Text, Title, UnstyledButton } from '@mantine/core';
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
import {
  type BlockedItem,
  blockedItems,
  type CountryGroup,
  codesOf,
  countChanges,
  extentOf,
  searchCountries,
  toGroups,
  withCodes,
} from './countries.ts';
import classes from './GeoPermissionsPage.module.css';
import { SaveRow } from './SaveRow.tsx';
import { useCacheProject, useShownProject } from './shownProject.ts';
import { CountryCheckbox, UsualCountries } from './UsualCountries.tsx';

export default function GeoPermissionsPage() {
  const project = useShownProject();
  const { data, error, refetch } = useQuery(regionsQuery);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCard heights={[320]} />;
  return may(project.role, 'projects') ? (
    <Permissions project={project} continents={data} />
  ) : (
    <Card padded={false}>
      <BlockedList groups={toGroups(data)} blocked={new Set(project.blocked_codes)} />
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
  const found = searchCountries(groups, search);
  return (
    <Card padded={false}>
      <BlockedList groups={groups} blocked={chosen} onAllow={(codes) => set(codes, false)} />
      {search === '' ? <UsualCountries groups={groups} blocked={chosen} onSet={set} /> : null}
      <Box className="ruled" px={{ base: 16, xs: 24 }} py={16}>
        <SearchField q={search} onSearch={setSearch} hint={t('geo.searchHint')} />
        <Text c="dimmed" fz={13} mt={8}>
          {t('geo.longest')}
        </Text>
      </Box>
      {found.map((group) => (
        <ContinentSection
          key={group.name}
          group={group}
          groups={groups}
          blocked={chosen}
          searched={search !== ''}
          onSet={set}
        />
      ))}
      {found.length === 0 ? <EmptyState text={t('geo.noMatch')} /> : null}
      {/* Sticky, so the buttons stay visible below a long list: above the tabs of a phone. */}
      <SaveRow
        status={changes > 0 ? t('geo.changes', { changes }) : null}
        busy={busy}
        onCancel={cancel}
        onSave={save}
        pos="sticky"
        bottom="var(--tab-bar, 0px)"
        style={{ zIndex: 2 }}
        bg="var(--surface)"
        bdrs="0 0 8px 8px"
      />
    </Card>
  );
}

/** Holds the chosen blocks until the user saves or discards them. */
function useChoice(project: Project) {
  const t = useText();
  const cacheProject = useCacheProject();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(project.blocked_codes));
  const changes = countChanges(chosen, project.blocked_codes);

  const { run, busy } = useAction({
    call: async () => {
      cacheProject(await blockCodes(project.id, [...chosen]));
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

// A continent of Geo Permissions. The user blocks or allows it as a whole, or expands it to choose countries.
type Props = {
  /** The continent with its countries, or with those that match the search. */
  group: CountryGroup;
  /** All continents, to find countries that share a code. */
  groups: readonly CountryGroup[];
  blocked: ReadonlySet<string>;
  /** If set, the list shows the matches and nothing needs to be expanded. */
  searched: boolean;
  onSet: (codes: readonly string[], block: boolean) => void;
};

function ContinentSection({ group, groups, blocked, searched, onSet }: Props) {
  const t = useText();
  const list = useId();
  const [expanded, { toggle }] = useDisclosure(false);
  const opened = expanded || searched;
  const { name, countries } = group;
  const codes = codesOf(countries);
  const count = countries.filter((country) => extentOf(country.codes, blocked) !== 'none').length;
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
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={list}
            onClick={toggle}
          >
            <IconChevronRight size={16} aria-hidden="true" />
            {name}
          </UnstyledButton>
        </Title>
        <Text ml="auto" {...(count > 0 ? { fw: 500 } : { c: 'dimmed' })} style={{ whiteSpace: 'nowrap' }}>
          {t('geo.count', { count, total: countries.length })}
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
      <ul id={list} className={classes.countries} hidden={!opened}>
        {opened
          ? countries.map((country) => (
              <li key={country.iso2}>
                <CountryCheckbox country={country} groups={groups} blocked={blocked} onSet={onSet} />
              </li>
            ))
          : null}
      </ul>
    </section>
  );
}

// Lists the blocked continents and countries. The user can allow each one again if the role permits it.
type BlockedListProps = {
  groups: readonly CountryGroup[];
  blocked: ReadonlySet<string>;
  /** Left out if the role may not change the blocks. */
  onAllow?: (codes: readonly string[]) => void;
};

function BlockedList({ groups, blocked, onAllow }: BlockedListProps) {
  const t = useText();
  const items = blockedItems(groups, blocked);
  const nameOf = (item: BlockedItem): string =>
    'continent' in item ? t('geo.allOf', { continent: item.continent }) : item.names.join(', ');
  return (
    <Box component="section" p={{ base: 16, xs: 24 }}>
      <CardTitle>{t('geo.title')}</CardTitle>
      <Text c="dimmed" mt={4}>
        {t(items.length === 0 ? 'geo.none' : 'geo.text')}
      </Text>
      {items.length === 0 ? null : (
        <Group component="ul" gap={8} mt={16} aria-label={t('geo.title')}>
          {items.map((item) => (
            <li key={nameOf(item)} className={classes.item}>
              <span>{nameOf(item)}</span>
              {'names' in item ? <span className={classes.code}>{`+${item.codes[0]}`}</span> : null}
              {onAllow ? (
                <CloseButton
                  size={24}
                  iconSize={14}
                  aria-label={t('geo.allowOne', { name: nameOf(item) })}
                  onClick={() => onAllow(item.codes)}
                />
              ) : null}
            </li>
          ))}
        </Group>
      )}
    </Box>
  );
}
