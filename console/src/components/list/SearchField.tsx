// The search above a list.
import { MAX_SEARCH } from '@godwit/contract/common';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../text/useText.ts';

const SEARCH_AFTER_MS = 300;

type SearchProps = {
  /** The search text in the address. */
  q: string;
  onSearch: (q: string) => void;
  /** A placeholder that says what can be searched. */
  hint: string;
  /** The maximum width. */
  maw?: number;
};

/** Searches shortly after the last key press. */
export function SearchField({ q, onSearch, hint, maw }: SearchProps) {
  const t = useText();
  // Text that is typed but not searched yet. Null once the address has caught up.
  const [typed, setTyped] = useState<string | null>(null);
  const search = useDebouncedCallback(onSearch, SEARCH_AFTER_MS);
  if (typed === q) setTyped(null);
  const text = typed ?? q;

  function type(next: string): void {
    setTyped(next);
    search(next);
  }

  return (
    <TextInput
      flex="1 1 260px"
      maw={maw}
      aria-label={t('list.search')}
      data-list-search
      placeholder={hint}
      value={text}
      maxLength={MAX_SEARCH}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} />}
      leftSectionPointerEvents="none"
      rightSection={
        text ? <CloseButton size={32} aria-label={t('list.clearSearch')} onClick={() => type('')} /> : null
      }
    />
  );
}
