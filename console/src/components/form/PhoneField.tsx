// A field for a phone number with its country. Accepts the national form, or the whole number with its dial
// code.
import { CONTINENTS, type Country } from '@godwit/contract/numbers/countries';
import {
  Combobox,
  InputWrapperContext,
  Text,
  TextInput,
  type TextInputProps,
  UnstyledButton,
  useCombobox,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import { countryName } from '../../countryName.ts';
import { byLocale } from '../../text/language.ts';
import { useText } from '../../text/useText.ts';
import classes from './PhoneField.module.css';

type Props = Omit<TextInputProps, 'leftSection'> & {
  /** ISO 3166 alpha-2. */
  country: string;
  onCountry: (country: string) => void;
};

// Resets the wrapper's context, because the search field would take the id that the label points to.
const OUTSIDE = {
  offsetBottom: false,
  offsetTop: false,
  describedBy: undefined,
  getStyles: null,
  inputId: undefined,
  labelId: undefined,
};

export function PhoneField({ country, onCountry, onChange, ...props }: Props) {
  function type(event: ChangeEvent<HTMLInputElement>): void {
    const typed = countryOf(event.currentTarget.value);
    if (typed && typed !== country) onCountry(typed);
    onChange?.(event);
  }
  return (
    <TextInput
      type="tel"
      autoComplete="off"
      maxLength={64}
      {...props}
      onChange={type}
      leftSectionWidth={112}
      leftSection={
        <InputWrapperContext value={OUTSIDE}>
          <CountrySelect country={country} onCountry={onCountry} />
        </InputWrapperContext>
      }
    />
  );
}

/** The country of an international number, once its dial code belongs to only one country. */
function countryOf(text: string): string | null {
  const digits = text.replace(/^\s*00/, '+').replace(/[\s().-]/g, '');
  if (!digits.startsWith('+')) return null;
  const matches = PHONE_COUNTRIES.filter(({ dialCode }) => digits.startsWith(`+${dialCode}`));
  const longest = Math.max(...matches.map(({ dialCode }) => dialCode.length));
  const [only, ...others] = matches.filter(({ dialCode }) => dialCode.length === longest);
  return only && others.length === 0 ? only.iso2 : null;
}

function CountrySelect({ country, onCountry }: Pick<Props, 'country' | 'onCountry'>) {
  const t = useText();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => {
      combobox.focusSearchInput();
      combobox.updateSelectedOptionIndex('active', { scrollIntoView: true });
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
  });
  const chosen = PHONE_COUNTRIES.find(({ iso2 }) => iso2 === country);

  function pick(iso2: string): void {
    onCountry(iso2);
    combobox.closeDropdown();
    combobox.focusTarget();
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      withinPortal={false}
      position="bottom-start"
      width={300}
      offset={{ mainAxis: 6, crossAxis: -1 }}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        <UnstyledButton
          className={classes.country ?? ''}
          aria-label={t('phone.country', {
            name: chosen ? countryName(chosen.iso2) : country,
            letters: country,
            code: chosen?.dialCode ?? '',
          })}
          onClick={() => combobox.toggleDropdown()}
        >
          <Text span inherit fw={500}>
            {country}
          </Text>{' '}
          {chosen ? `+${chosen.dialCode}` : null}
          <IconChevronDown size={14} stroke={1.5} style={{ marginLeft: 'auto' }} aria-hidden="true" />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown ta="left">
        <Combobox.Search
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          styles={{ input: { outlineOffset: -2 } }}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          placeholder={t('phone.searchHint')}
          aria-label={t('phone.search')}
        />
        <Countries country={country} search={search} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

const APART = { justifyContent: 'space-between', gap: 12 };

function Countries({ country, search }: { country: string; search: string }) {
  const t = useText();
  const found = translated().filter(
    (one) => matchesCountry(one, search) || matchesCountry({ ...one, name: one.shown }, search),
  );
  return (
    <Combobox.Options mah={180} style={{ overflowY: 'auto' }} aria-label={t('phone.countries')}>
      {found.map(({ iso2, shown, dialCode }) => (
        <Combobox.Option key={iso2} value={iso2} active={iso2 === country} style={APART}>
          <span>{shown}</span>
          <Text span inherit c="dimmed">{`+${dialCode}`}</Text>
        </Combobox.Option>
      ))}
      {found.length === 0 ? <Combobox.Empty>{t('phone.noCountry')}</Combobox.Empty> : null}
    </Combobox.Options>
  );
}

/**
 * The countries of phone numbers, sorted by English name. A country with several dial codes appears once,
 * with their common prefix.
 */
export const PHONE_COUNTRIES: readonly Country[] = [...oncePerCountry()].toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
);

/** The same countries with their names in the language on screen. The search also finds the English ones. */
const translated = byLocale((locale) =>
  PHONE_COUNTRIES.map((one) => ({ ...one, shown: countryName(one.iso2) })).toSorted((a, b) =>
    a.shown.localeCompare(b.shown, locale),
  ),
);

function oncePerCountry(): Iterable<Country> {
  const found = new Map<string, Country>();
  for (const country of CONTINENTS.flatMap(({ countries }) => countries)) {
    const other = found.get(country.iso2);
    if (!other) found.set(country.iso2, country);
    // Area codes of one country in the North American Numbering Plan.
    else if (other.dialCode !== country.dialCode) found.set(country.iso2, { ...other, dialCode: '1' });
  }
  return found.values();
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whether a search matches a country: by the start of a word in its name, its two letters, or its dial code.
 */
export function matchesCountry({ name, iso2, dialCode }: Country, search: string): boolean {
  const wanted = plain(search.trim());
  if (wanted === '') return true;
  const code = /^\+?(\d+)$/.exec(wanted)?.[1];
  if (code !== undefined) return dialCode.startsWith(code);
  const plainName = plain(name);
  return plainName.startsWith(wanted) || plainName.includes(` ${wanted}`) || iso2.toLowerCase() === wanted;
}
