// What narrows the contacts: a search and a group; and the way out for what they leave.
import type { Group } from '@godwit/contract/contacts';
import { Select } from '@mantine/core';
import { SearchField } from '../../components/SearchField.tsx';
import { useText } from '../../text/useText.ts';
import classes from './ContactFilters.module.css';
import { type ContactState, MAX_SEARCH } from './contactState.ts';
import { ExportButton } from './Export.tsx';
import type { ChangeContacts } from './useContactState.ts';
import type { Export } from './useExport.ts';

const ALL = 'all';

type Props = {
  state: ContactState;
  /** undefined while they load. */
  groups: Group[] | undefined;
  exporting: Export;
  onChange: ChangeContacts;
};

export function ContactFilters({ state, groups, exporting, onChange }: Props) {
  const t = useText();
  const known = (groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A link may name a group that is gone.
  const isGone = state.group !== null && groups !== undefined && !groups.some(({ id }) => id === state.group);
  const gone = isGone && state.group ? [{ value: state.group, label: t('contacts.noSuchGroup') }] : [];
  return (
    <search className={classes.filters}>
      <SearchField
        className={classes.search ?? ''}
        q={state.q}
        onSearch={(q) => onChange({ q }, { replace: true })}
        hint={t('contacts.searchHint')}
        maxLength={MAX_SEARCH}
      />
      <Select
        className={classes.group ?? ''}
        aria-label={t('contacts.groupFilter')}
        data={[{ value: ALL, label: t('contacts.allGroups') }, ...gone, ...known]}
        value={state.group ?? ALL}
        onChange={(value) => onChange({ group: value === ALL ? null : value })}
        searchable
        nothingFoundMessage={t('contacts.noGroupFound')}
        maxDropdownHeight={300}
        selectFirstOptionOnChange
      />
      <ExportButton exporting={exporting} />
    </search>
  );
}
