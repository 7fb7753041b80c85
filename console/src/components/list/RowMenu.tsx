// The menu with the actions of a row.
import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';

export type RowAction = { label: string; icon: Icon; danger?: boolean } & (
  | { to: string }
  | { onClick: () => void }
);

type Props = {
  /** Names the row. */
  name: string;
  actions: readonly RowAction[];
  /** A ref for the button, for example to give the focus back. */
  buttonRef?: ((button: HTMLButtonElement | null) => void) | undefined;
};

export function RowMenu({ name, actions, buttonRef }: Props) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  // A menu in each of 100 rows would slow down the page, so it is mounted at the first press.
  const [isMounted, setMounted] = useState(false);
  const [opened, setOpened] = useState(false);
  const mount = () => {
    setMounted(true);
    setOpened(true);
  };
  const run = (action: () => void) => () => {
    // A dialog that the action opens gives the focus back to the button, as the item is gone by then.
    button.current?.focus();
    action();
  };
  const target = (
    <ActionIcon
      ref={(element: HTMLButtonElement | null) => {
        button.current = element;
        buttonRef?.(element);
      }}
      // Cancels the padding of the icon, so that it aligns with the other content.
      mr={-11}
      aria-label={t('list.rowActions', { name })}
      aria-haspopup="menu"
      aria-expanded={opened}
      {...(isMounted ? {} : { onClick: mount })}
    >
      <IconDots size={18} stroke={1.75} />
    </ActionIcon>
  );
  if (!isMounted) return target;
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      // The menu is mounted open, so it does not know that the button had the focus.
      onClose={() => button.current?.focus()}
      position="bottom-end"
      // Outside the table, which cuts off what it does not hold, and inside the landmark.
      withinPortal
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown maw={280}>
        {actions.map(({ label, icon: Glyph, danger, ...action }) => {
          const look = {
            leftSection: <Glyph size={16} stroke={1.75} aria-hidden="true" />,
            style: { overflowWrap: 'anywhere', ...(danger ? { color: 'var(--danger)' } : {}) },
          } as const;
          return 'to' in action ? (
            <Menu.Item key={label} component={Link} to={action.to} {...look}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} onClick={run(action.onClick)} {...look}>
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
