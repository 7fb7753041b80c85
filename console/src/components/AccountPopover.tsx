// The round button at the end of the bar, and what of the account opens below it.
import { Popover, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useText } from '../text/useText.ts';
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
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  // What opens hears Escape once the focus is in it; until then it is heard here.
  const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close();
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={288} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.avatar}
          aria-label={t('avatar.open', { name })}
          onClick={() => setOpened(!opened)}
          onKeyDown={closeOnEscape}
        >
          {avatar}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('nav.account')} p={0}>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  );
}
