// A continent of Geo Permissions: opened to tick its countries, or blocked and allowed as a whole.
import { Button, Checkbox } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import classes from './ContinentPart.module.css';
import { codesOf, extentOf, type Place, type PlaceGroup } from './places.ts';

type Props = {
  /** Its countries, or those that are searched for. */
  group: PlaceGroup;
  /** All of them, to tell which countries share a code. */
  groups: readonly PlaceGroup[];
  blocked: ReadonlySet<string>;
  /** What is found is shown; there is nothing to open. */
  searched: boolean;
  onSet: (codes: readonly string[], block: boolean) => void;
};

export function ContinentPart({ group, groups, blocked, searched, onSet }: Props) {
  const t = useText();
  const list = useId();
  const [unfolded, { toggle }] = useDisclosure(false);
  const opened = unfolded || searched;
  const { name, places } = group;
  const codes = codesOf(places);
  const count = places.filter((place) => extentOf(place.codes, blocked) !== 'none').length;
  const isAll = extentOf(codes, blocked) === 'all';
  return (
    <section className={classes.continent}>
      <div className={classes.head}>
        <h3>
          <button type="button" aria-expanded={opened} aria-controls={list} onClick={toggle}>
            <IconChevronRight size={16} stroke={2} aria-hidden="true" />
            {name}
          </button>
        </h3>
        <p data-any={count > 0 || undefined}>{t('geo.count', { count, total: places.length })}</p>
        {searched ? null : (
          <Button
            variant="subtle"
            size="xs"
            aria-label={t(isAll ? 'geo.allowContinent' : 'geo.blockContinent', { continent: name })}
            onClick={() => onSet(codes, !isAll)}
          >
            {t(isAll ? 'geo.allowAll' : 'geo.blockAll')}
          </Button>
        )}
      </div>
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
        <span className={classes.label}>
          {place.name} <span>{place.codes.map((code) => `+${code}`).join(', ')}</span>
        </span>
      }
      {...(others.length > 0
        ? { description: t('geo.sharedWith', { names: others.map(({ name }) => name).join(', ') }) }
        : {})}
    />
  );
}
