// The navigation of phones: a bar at the bottom with the most used pages, and a sheet with all others.
import { Drawer, Flex, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';
import type { Entries, Entry } from './entries.ts';
import { Count } from './Frame.tsx';
import classes from './PhoneNavigation.module.css';

type Props = { entries: Entries; onSearch: () => void };

export function PhoneNavigation({ entries: { tabs, sheet }, onSearch }: Props) {
  const t = useText();
  const [opened, { open, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const count = sheet.reduce((sum, { count }) => sum + (count ?? 0), 0);

  function search(): void {
    close();
    // The search returns the focus to this element, because the sheet is gone by then.
    button.current?.focus();
    onSearch();
  }

  return (
    <>
      <Flex
        component="nav"
        hiddenFrom="sm"
        className={classes.tabs ?? ''}
        data-tabs
        aria-label={t('nav.main')}
      >
        {tabs.map((entry) => (
          <EntryLink key={entry.to} entry={entry} className={classes.tab} size={22} />
        ))}
        <UnstyledButton
          ref={button}
          className={classes.tab}
          aria-haspopup="dialog"
          aria-expanded={opened}
          data-current={sheet.some(({ current }) => current) || undefined}
          onClick={open}
        >
          <IconDots size={22} stroke={1.75} aria-hidden="true" />
          <Label>
            {t('nav.more')}
            {count ? <Count isCurrent={false}>{count}</Count> : null}
          </Label>
        </UnstyledButton>
      </Flex>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        size="auto"
        title={t('nav.more')}
        closeButtonProps={{ 'aria-label': t('nav.close') }}
        classNames={{ content: classes.sheet ?? '' }}
      >
        <UnstyledButton className={classes.search} onClick={search}>
          <IconSearch size={20} stroke={1.75} aria-hidden="true" />
          {t('palette.open')}
        </UnstyledButton>
        <nav className={classes.grid} aria-label={t('nav.more')}>
          {sheet.map((entry) => (
            <EntryLink key={entry.to} entry={entry} className={classes.entry} size={20} onFollow={close} />
          ))}
        </nav>
      </Drawer>
    </>
  );
}

const Label = ({ children }: { children: ReactNode }) => <span className={classes.label}>{children}</span>;

type LinkProps = { entry: Entry; className: string | undefined; size: number; onFollow?: () => void };

function EntryLink({ entry, className, size, onFollow }: LinkProps) {
  const { label, to, current, count, onPress, icon: Icon } = entry;
  const content = (
    <>
      <Icon size={size} stroke={1.75} aria-hidden="true" />
      <Label>
        {label}
        {count ? <Count isCurrent={current}>{count}</Count> : null}
      </Label>
    </>
  );
  if (onPress) {
    const press = () => {
      onFollow?.();
      onPress();
    };
    return (
      <UnstyledButton className={className} onClick={press}>
        {content}
      </UnstyledButton>
    );
  }
  return (
    <UnstyledButton
      component={Link}
      to={to}
      className={className}
      aria-current={current ? 'page' : undefined}
      onClick={() => onFollow?.()}
    >
      {content}
    </UnstyledButton>
  );
}
