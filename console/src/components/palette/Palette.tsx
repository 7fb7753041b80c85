// The search and the list of keyboard shortcuts, which Ctrl K and `?` open, for customers and staff.
import { Box, CloseButton, Group, Kbd, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../text/useText.ts';
import { Dialog, type Opening } from '../dialog/Dialog.tsx';
import type { Found, Result, Results } from './find.ts';
import type { PaletteProps } from './usePalette.tsx';

type Props = PaletteProps & Source;

/** The data that is searched. `onFollow` is called before the page of a result opens. */
type Source = {
  hint: string;
  useResults: (text: string) => Found;
  onFollow?: (result: Result) => void;
};

/** The server's limit. */
const LONGEST = 64;
/** Above open menus, and below the re-login dialog. */
const Z_INDEX = 350;

export function Palette({ opened, onOpen, searchKeys, ...source }: Props) {
  const close = () => onOpen(null);
  return (
    <>
      <SearchDialog opened={opened === 'search'} onClose={close} {...source} />
      <KeysDialog opened={opened === 'keys'} onClose={close} searchKeys={searchKeys} />
    </>
  );
}

function SearchDialog({ opened, onClose, onFollow, ...source }: Opening & Source) {
  const t = useText();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 36em)');
  const { key } = useLocation();
  // Closing returns the focus; opening a result moves it to the new page.
  const [hasOpened, setHasOpened] = useState(false);
  if (opened && hasOpened) setHasOpened(false);
  const focusContent = useEffectEvent(() => {
    if (hasOpened) document.getElementById('content')?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => focusContent(), [key]);

  function openResult(result: Result): void {
    const { to, state, act } = result;
    if (act) {
      onClose();
      act();
      return;
    }
    onFollow?.(result);
    setHasOpened(true);
    onClose();
    navigate(to, { state });
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      returnFocus={!hasOpened}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('list.search') } }}
      fullScreen={phone ?? false}
      centered={false}
      yOffset="10dvh"
      size={640}
      zIndex={Z_INDEX}
      styles={{ body: { padding: 16 } }}
    >
      <Search onOpenResult={openResult} onClose={onClose} {...source} />
    </Dialog>
  );
}

type SearchProps = Pick<Source, 'hint' | 'useResults'> & {
  onOpenResult: (result: Result) => void;
  onClose: () => void;
};

function Search({ hint, useResults, onOpenResult, onClose }: SearchProps) {
  const t = useText();
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isEnterPending, setEnterPending] = useState(false);
  const { groups, isSearching, outcome } = useResults(text);
  const results = groups.flatMap((group) => (group.isOld ? [] : group.results));
  const active = results.find(({ key }) => key === chosen) ?? results[0];

  // Enter was pressed before the results arrived, so the first one opens when they do.
  const open = useEffectEvent(() => {
    setEnterPending(false);
    if (active) onOpenResult(active);
  });
  useEffect(() => {
    if (isEnterPending && !isSearching) open();
  }, [isEnterPending, isSearching]);

  useEffect(() => {
    if (chosen) document.getElementById(listId + chosen)?.scrollIntoView({ block: 'nearest' });
  }, [listId, chosen]);

  function type(next: string): void {
    setText(next);
    setChosen(null);
    setEnterPending(false);
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step && active) setChosen(results.at((results.indexOf(active) + step) % results.length)!.key);
    if (step) return;
    if (active) onOpenResult(active);
    else setEnterPending(true);
  }

  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label={t('list.search')}
        aria-autocomplete="list"
        aria-expanded={groups.length > 0}
        aria-controls={groups.length > 0 ? listId : undefined}
        aria-activedescendant={active && listId + active.key}
        autoComplete="off"
        placeholder={hint}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        leftSection={<IconSearch size={18} />}
        rightSection={<CloseButton size={32} aria-label={t('action.close')} onClick={onClose} />}
      />
      <ResultList
        id={listId}
        groups={groups}
        active={active}
        onActivate={setChosen}
        onOpenResult={onOpenResult}
      />
      <Foot outcome={outcome} hasKeys={active !== undefined} />
    </>
  );
}

function Foot({ outcome, hasKeys }: { outcome: string; hasKeys: boolean }) {
  const t = useText();
  return (
    <Group justify="space-between" mt={12} px={12} fz={12} c="dimmed">
      <span role="status">{outcome}</span>
      {hasKeys ? (
        <Text span inherit visibleFrom="sm">
          {t('palette.keysHint')}
        </Text>
      ) : null}
    </Group>
  );
}

type ListProps = {
  id: string;
  groups: Results[];
  active: Result | undefined;
  onActivate: (key: string) => void;
  onOpenResult: (result: Result) => void;
};

function ResultList({ id, groups, active, onActivate, onOpenResult }: ListProps) {
  const t = useText();
  if (groups.length === 0) return null;
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t('list.search')}
      mt={8}
      // If there are more rows, the last visible one is cut off, which shows that the list scrolls.
      mah="min(456px, 62dvh)"
      style={{ overflowY: 'auto' }}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ label, isOld, results }, index) => (
        <Box key={label} role="group" aria-labelledby={id + index}>
          <Text id={id + index} px={12} py={8} fz={12} fw={500} c="dimmed">
            {label}
          </Text>
          {results.map((result) => (
            <Option
              key={result.key}
              id={id + result.key}
              result={result}
              isOld={isOld}
              isActive={result === active}
              onActivate={() => onActivate(result.key)}
              onOpen={() => onOpenResult(result)}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

type OptionProps = {
  id: string;
  result: Result;
  isOld: boolean;
  isActive: boolean;
  onActivate: () => void;
  onOpen: () => void;
};

function Option({ id, result: { name, more }, isOld, isActive, onActivate, onOpen }: OptionProps) {
  const looks = isActive ? { bg: 'var(--selected)', c: 'var(--selected-text)' } : {};
  return (
    <Group
      {...looks}
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isOld}
      justify="space-between"
      gap="0 16px"
      mih={40}
      px={12}
      py={8}
      bdrs={4}
      opacity={isOld ? 0.4 : 1}
      // Leaves space for the heading of the group.
      style={{ cursor: 'pointer', scrollMarginTop: 36 }}
      onClick={isOld ? undefined : onOpen}
      onMouseMove={isActive || isOld ? undefined : onActivate}
    >
      <Text span inherit dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {more ? (
        <Text span fz={13} c={isActive ? 'inherit' : 'dimmed'}>
          {more}
        </Text>
      ) : null}
    </Group>
  );
}

function KeysDialog({ opened, onClose, searchKeys }: Opening & { searchKeys: string }) {
  const t = useText();
  const keys: [what: string, ...keys: string[]][] = [
    [t('keys.search'), searchKeys],
    [t('keys.list'), '?'],
    [t('keys.find'), '/'],
    [t('keys.rows'), 'J', 'K'],
    [t('keys.choose'), '↑', '↓'],
    [t('keys.open'), 'Enter'],
    [t('keys.close'), 'Esc'],
  ];
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')} zIndex={Z_INDEX}>
      <Stack component="dl" gap={16} m={0}>
        {keys.map(([what, ...names]) => (
          <Group key={what} justify="space-between" wrap="nowrap">
            <dt>{what}</dt>
            <Group component="dd" gap={8} m={0} wrap="nowrap">
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}
