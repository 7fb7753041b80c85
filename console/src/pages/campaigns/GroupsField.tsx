// Which groups a campaign goes to, each with its size.
import type { Group } from '@godwit/contract/contacts';
import { Anchor, Group as Line, MultiSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { groupsQuery } from '../../api/contacts.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';

/** The groups there are, and of the chosen ones those that are among them: one may have been deleted since. */
export type Groups = {
  /** undefined while they load. */
  all: Group[] | undefined;
  chosen: Group[];
  failed: boolean;
  retry: () => void;
};

export function useGroups(ids: readonly string[]): Groups {
  const groups = useQuery(groupsQuery);
  const byId = new Map(groups.data?.map((group) => [group.id, group]));
  const chosen = ids.map((id) => byId.get(id)).filter((group) => group !== undefined);
  return {
    all: groups.data,
    chosen,
    failed: groups.isError && !groups.data,
    retry: () => void groups.refetch(),
  };
}

type Props = { groups: Groups; error: string | undefined; onChange: (ids: string[]) => void };

export function GroupsField({ groups: { all, chosen, failed, retry }, error, onChange }: Props) {
  const t = useText();
  const link = (words: ReactNode) => (
    <Anchor key="link" component={Link} to={paths.contacts} inherit>
      {words}
    </Anchor>
  );
  const again = (words: ReactNode) => (
    <Anchor key="retry" component="button" type="button" inherit onClick={retry}>
      {words}
    </Anchor>
  );
  const none = all?.length === 0 ? t.rich('compose.noGroups', { link }) : error;
  const sizes = new Map(all?.map(({ id, contacts }) => [id, contacts]));
  return (
    <MultiSelect
      label={t('compose.groups')}
      placeholder={chosen.length === 0 ? t('group.choose') : ''}
      data={(all ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      disabled={!all}
      value={chosen.map(({ id }) => id)}
      onChange={onChange}
      searchable
      hidePickedOptions
      limit={100}
      maxDropdownHeight={264}
      nothingFoundMessage={t('group.noneFound')}
      comboboxProps={{ withinPortal: false }}
      renderOption={({ option }) => (
        <Line flex={1} justify="space-between" wrap="nowrap">
          <Text span inherit style={{ overflowWrap: 'anywhere' }}>
            {option.label}
          </Text>
          <Text span inherit flex="none" c="dimmed">
            {t('compose.contacts', { count: sizes.get(option.value) ?? 0 })}
          </Text>
        </Line>
      )}
      error={failed ? t.rich('compose.groupsFailed', { retry: again }) : none}
    />
  );
}
