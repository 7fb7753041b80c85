// The search of a list: what is typed counts once the typing pauses.
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../text/useText.ts';
import classes from './lists.module.css';

const SEARCH_AFTER_MS = 300;

type Props = { hint: string; value: string; maxLength?: number; onSearch: (q: string) => void };

export function SearchField({ hint, value, maxLength = 100, onSearch }: Props) {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, SEARCH_AFTER_MS);
  return (
    <TextInput
      className={classes.search ?? ''}
      aria-label={t('staff.search')}
      placeholder={hint}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      leftSection={<IconSearch size={16} stroke={2} />}
      leftSectionPointerEvents="none"
    />
  );
}
