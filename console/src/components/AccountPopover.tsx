// The round button at the end of the bar, and what of the account opens below it.
import { Popover, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/useText.ts';
import { useOpened } from '../ui/useOpened.ts';
import classes from './AvatarMenu.module.css';

type Props = {
  /** Whose account it is. */
  name: string;
  avatar: ReactNode;
  /** Made with what closes it. */
  children: (close: () => void) => ReactNode;
};

export function AccountPopover({ name, avatar, children }: Props) {
  const t = useText();
  const { opened, setOpened, onKeyDown } = useOpened();
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={288} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.avatar}
          aria-label={t('avatar.open', { name })}
          onClick={() => setOpened(!opened)}
          onKeyDown={onKeyDown}
        >
          {avatar}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('nav.account')} p={0}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

// The choice of a theme, in the menus of whoever is signed in.
/** Light, dark, or as the system is. */
export function SchemeChoice() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.scheme}>
      <SegmentedControl
        fullWidth
        aria-label={t('avatar.scheme')}
        value={colorScheme}
        onChange={(choice) => setColorScheme(choice === 'light' || choice === 'dark' ? choice : 'auto')}
        data={[
          { value: 'light', label: t('avatar.light') },
          { value: 'dark', label: t('avatar.dark') },
          { value: 'auto', label: t('avatar.auto') },
        ]}
      />
    </div>
  );
}
