// The account button at the end of the bar, and its popover.
import { Box, Popover, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../text/useText.ts';
import { useOpened } from '../../ui/useOpened.ts';
import classes from './Frame.module.css';

type Render = (close: () => void) => ReactNode;
type Props = {
  /** The name of the account's owner. */
  name: string;
  avatar: ReactNode;
  /** The description of the account. It gets a function that closes the popover, like `children`. */
  about: Render;
  /** The controls below the colour scheme. */
  choices?: ReactNode;
  children: Render;
};

export function AccountPopover({ name, avatar, about, choices, children }: Props) {
  const t = useText();
  const { opened, setOpened, onKeyDown } = useOpened();
  const close = () => setOpened(false);
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
        <Box className={classes.part} py={16}>
          {about(close)}
        </Box>
        <div className={classes.part}>
          <SchemeChoice />
          {choices}
        </div>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Light, dark, or the system's colour scheme. */
function SchemeChoice() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
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
  );
}
